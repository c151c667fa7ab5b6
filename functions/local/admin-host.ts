/** The settings of another admin host. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { secureOrigin } from '../gateway/env.ts';
import { parseHostProfile } from '../gateway/host/profile.ts';
import { Fault } from '../platform/fault.ts';
import { messageOf, ROOT } from './machine.ts';

/**
 * The text of another host's profile, for the gateway's setting HOST_PROFILE. @param file as in wrangler.toml, below `root`; empty
 * for none @throws RangeError for a file that cannot be read or has a wrong setting
 */
export function readHostProfileFile(file: string, root = ROOT): string {
  if (file === '') return '';
  try {
    const text = readFileSync(resolve(root, file), 'utf8');
    parseHostProfile(text);
    return text;
  } catch (error) {
    throw new RangeError(`HOST_PROFILE, ${file}: ${messageOf(error)}`);
  }
}

/** @returns an origin; empty for the embedded host @throws Fault */
export function readAdminHost(value = process.env.ADMIN_HOST): string {
  const origin = value ? secureOrigin(value) : '';
  if (origin !== null) return origin;
  throw new Fault(
    `ADMIN_HOST must be an https origin such as https://admin.example.org (http for this machine only); it is "${value}".`,
  );
}
