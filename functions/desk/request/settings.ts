/** The settings of the desk, checked before it answers anything, and before a deployment. Needs nothing of a runtime. */
import type { AdminEnv } from '../../admin/runtime/env.ts';
import { ConfigurationError, checkConfiguration } from '../../admin/runtime/settings.ts';

export const ROLES = ['read', 'decide', 'issue', 'erase'] as const;
export type Role = (typeof ROLES)[number];

/** Bindings and variables of the worker, as wrangler.toml explains them. */
export interface DeskEnv extends Omit<AdminEnv, 'MAIL'>, Record<Setting, string> {
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

/** @throws ConfigurationError that names what is missing or wrong */
export function readDeskSettings(
  env: { readonly [Name in Setting]?: unknown } & Parameters<typeof checkConfiguration>[0],
): DeskSettings {
  checkConfiguration({ ...env, MAIL: {}, MAIL_FROM: 'unused' });
  const [issuer, audience, four] = [text(env.ACCESS_ISSUER), text(env.ACCESS_AUDIENCE), text(env.FOUR_EYES)];
  const groups = {
    read: parseNames(env.ROLE_READ),
    decide: parseNames(env.ROLE_DECIDE),
    issue: parseNames(env.ROLE_ISSUE),
    erase: parseNames(env.ROLE_ERASE),
  };
  requireSetting(isIssuer(issuer), 'ACCESS_ISSUER', issuer, 'the team domain, https://<team>.cloudflareaccess.com');
  requireSetting(
    /^[\w-]{8,}$/.test(audience),
    'ACCESS_AUDIENCE',
    audience,
    'the audience tag of the Access application',
  );
  const named = Object.values(groups).flat().length > 0;
  requireSetting(
    named,
    'ROLE_READ',
    '',
    'the names of the groups that may read; so ROLE_DECIDE, ROLE_ISSUE and ROLE_ERASE',
  );
  requireSetting(['', 'yes'].includes(four), 'FOUR_EYES', four, '"yes" or nothing');
  return { issuer, audience, groups, fourEyes: four === 'yes' };
}

/** An https origin; on a developer's machine an issuer on the loopback address. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.origin !== value) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname));
}

function requireSetting(isRight: boolean, name: Setting, value: string, wanted: string): void {
  if (!isRight) throw new ConfigurationError(`${name} is "${value}": set ${wanted}; see functions/desk/wrangler.toml`);
}
