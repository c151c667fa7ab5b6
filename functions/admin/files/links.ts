/** Signed links `/files/<expiry>.<signature>.<id>/<name>`. A link opens one file for 15 minutes, and nothing else. */
import { FILES_BASE } from '../../../src/domain/api/bases.ts';
import { FILE_LINK_MS } from '../../../src/domain/api/endpoints.ts';
import { fileNameOf } from '../../../src/domain/input/files.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { keyedHash, sameDigest } from '../secrets/keys.ts';

const LINK = /^\/files\/(?<expiry>\d{1,16})\.(?<signature>[\w-]{43})\.(?<id>[\w-]{1,64})\/(?<name>[^/]+)$/;

/** The path of a file, valid for {@link FILE_LINK_MS}. */
export function signLink(env: AdminEnv, file: { id: string; name: string }, now: number): string {
  const expiry = now + FILE_LINK_MS;
  return `${FILES_BASE}/${expiry}.${signature(env, file.id, expiry)}.${file.id}/${encodeURIComponent(file.name)}`;
}

/** Id, expiry and name of a link; null for an altered or expired one. */
export function readLink(
  env: AdminEnv,
  pathname: string,
  now: number,
): { id: string; name: string; expiry: number } | null {
  const { expiry = '', signature: given = '', id = '' } = LINK.exec(pathname)?.groups ?? {};
  if (!id || !sameDigest(given, signature(env, id, Number(expiry))) || Number(expiry) <= now) return null;
  return { id, name: fileNameOf(pathname), expiry: Number(expiry) };
}

/** The file id in a path of ours, without checking the signature; null for any other text. */
export function fileIdOf(path: string): string | null {
  return LINK.exec(path)?.groups?.id ?? null;
}

function signature(env: AdminEnv, id: string, expiry: number): string {
  return keyedHash(env, 'file-link', `${id}.${expiry}`);
}
