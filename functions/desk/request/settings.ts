/** The settings of the desk, checked before it answers anything, and before a deployment. Needs nothing of a runtime. */
import { ConfigurationError, checkConfiguration } from '../../admin/runtime/settings.ts';

export const ROLES = ['read', 'decide', 'issue', 'erase'] as const;
export type Role = (typeof ROLES)[number];

export interface DeskSettings {
  issuer: string;
  audience: string;
  groups: Record<Role, readonly string[]>;
  fourEyes: boolean;
  timeZone: string;
}

/** By the names of `DeskEnv`. */
type Given = { readonly [Name in Setting]?: unknown } & Parameters<typeof checkConfiguration>[0];
type Setting =
  | ('ACCESS_ISSUER' | 'ACCESS_AUDIENCE' | 'FOUR_EYES' | 'TIME_ZONE')
  | ('ROLE_READ' | 'ROLE_DECIDE' | 'ROLE_ISSUE' | 'ROLE_ERASE');

const text = (value: unknown) => String(value ?? '').trim();
const listOf = (value: unknown) =>
  text(value)
    .split(',')
    .flatMap((name) => name.trim() || []);

/** @throws ConfigurationError that names what is missing or wrong */
export function readDeskSettings(env: Given): DeskSettings {
  checkConfiguration({ ...env, MAIL: {}, MAIL_FROM: 'unused' });
  const issuer = text(env.ACCESS_ISSUER);
  if (!isIssuer(issuer))
    throw wrong('ACCESS_ISSUER', issuer, 'the team domain of Cloudflare Access, https://<team>.cloudflareaccess.com');
  const audience = text(env.ACCESS_AUDIENCE);
  if (!/^[\w-]{8,}$/.test(audience))
    throw wrong('ACCESS_AUDIENCE', audience, 'the audience tag of the Access application');
  const groups = {
    read: listOf(env.ROLE_READ),
    decide: listOf(env.ROLE_DECIDE),
    issue: listOf(env.ROLE_ISSUE),
    erase: listOf(env.ROLE_ERASE),
  };
  if (Object.values(groups).flat().length === 0)
    throw wrong('ROLE_READ', '', 'the names of the groups that may read; so ROLE_DECIDE, ROLE_ISSUE and ROLE_ERASE');
  const four = text(env.FOUR_EYES);
  if (!['', 'yes'].includes(four)) throw wrong('FOUR_EYES', four, '"yes" or nothing');
  return { issuer, audience, groups, fourEyes: four === 'yes', timeZone: zoneOf(text(env.TIME_ZONE)) };
}

/** An https origin; on a developer's machine an issuer on the loopback address. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.origin !== value) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname));
}

function zoneOf(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw wrong('TIME_ZONE', timeZone, 'the IANA name of a time zone, such as Asia/Tashkent');
  }
}

function wrong(name: string, value: string, wanted: string): ConfigurationError {
  return new ConfigurationError(`${name} is "${value}": set ${wanted}; see functions/desk/wrangler.toml`);
}
