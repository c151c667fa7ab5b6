/** Reads the desk's settings, at each request and before a deployment. Uses no runtime API. */
import type { OfficeEnv } from '../../admin/runtime/env.ts';
import { checkShared } from '../../admin/runtime/settings.ts';
import { ROLES, type Role } from '../../office/officer.ts';
import { Fault } from '../../platform/fault.ts';

/** Bindings and variables of the worker, as wrangler.toml explains them. */
export interface DeskEnv extends Omit<OfficeEnv, 'MAIL'>, Record<Setting, string> {
  ASSETS: Fetcher;
}
type Setting = 'ACCESS_ISSUER' | 'ACCESS_AUDIENCE' | 'FOUR_EYES' | `ROLE_${Uppercase<Role>}`;

export interface DeskSettings {
  issuer: string;
  audience: string;
  groups: Record<Role, readonly string[]>;
  fourEyes: boolean;
}

const text = (value: unknown) => String(value ?? '').trim();
const parseNames = (value: unknown) =>
  text(value)
    .split(',')
    .flatMap((name) => name.trim() || []);

/** @throws Fault that names the missing or invalid setting */
export function readDeskSettings(
  env: { readonly [Name in Setting]?: unknown } & Parameters<typeof checkShared>[0],
): DeskSettings {
  checkShared(env, ['DB', 'FILES', 'PORTAL_ORIGIN']);
  const [issuer, audience, four] = [text(env.ACCESS_ISSUER), text(env.ACCESS_AUDIENCE), text(env.FOUR_EYES)];
  const groupsOf = (role: Role) => parseNames(env[`ROLE_${role.toUpperCase() as Uppercase<Role>}`]);
  const groups = Object.fromEntries(ROLES.map((role) => [role, groupsOf(role)])) as unknown as DeskSettings['groups'];
  requireSetting(isIssuer(issuer), 'ACCESS_ISSUER', issuer, 'the team domain, https://<team>.cloudflareaccess.com');
  requireSetting(/^[\w-]{8,}$/.test(audience), 'ACCESS_AUDIENCE', audience, "the Access application's audience tag");
  const hasGroups = Object.values(groups).flat().length > 0;
  requireSetting(hasGroups, 'ROLE_READ', '', 'the groups of the role, separated by commas; likewise for other roles');
  requireSetting(['', 'yes'].includes(four), 'FOUR_EYES', four, '"yes" or nothing');
  return { issuer, audience, groups, fourEyes: four === 'yes' };
}

/** True for an https origin, or http on the loopback address. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.origin !== value) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname));
}

function requireSetting(isValid: boolean, name: Setting, value: string, wanted: string): void {
  if (!isValid) throw new Fault(`${name} is "${value}": set ${wanted}; see functions/desk/wrangler.toml`);
}
