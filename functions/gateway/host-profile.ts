/** Reads the setting HOST_PROFILE: the text of a host's profile (src/domain/application/host-profile.ts). */
import { API_BASE, FILES_BASE } from '../../src/domain/api/bases.ts';
import { type HostProfile, readHostProfile } from '../../src/domain/application/host-profile.ts';
import { isPlainPath } from './canonical.ts';
import { parseJson } from './json.ts';

/** Paths of calls and of links that the gateway passes on unchanged. */
const RESERVED = [`${API_BASE}/`, `${FILES_BASE}/`];

/** @param text JSON; empty for the default profile @throws RangeError that names the first wrong setting */
export function parseHostProfile(text: string): HostProfile {
  const value = text.trim() === '' ? {} : parseJson(text);
  if (value === undefined)
    throw new RangeError('HOST_PROFILE must be empty, or the text of a JSON file (docs/host.md)');
  const profile = readHostProfile(value);
  const wrong = profile.files.find((folder) => !isFolder(folder));
  if (wrong === undefined) return profile;
  throw new RangeError(
    `"files" of the host profile must list folders of the admin host with a slash at both ends, such as "/storage/applications/", apart from ${RESERVED.join(' and ')}; it contains "${wrong}"`,
  );
}

function isFolder(path: string): boolean {
  // Folders are exact: a star would be part of a name.
  const isPath = path.length > 2 && path.endsWith('/') && isPlainPath(path.slice(0, -1)) && !path.includes('*');
  return isPath && !RESERVED.some((taken) => taken.startsWith(path) || path.startsWith(taken));
}
