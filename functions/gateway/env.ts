/** Reads the worker's environment once. Rule: what is missing or wrong stops every answer; nothing has a default. */
import { API_BASE, FILES_BASE } from '../../src/domain/api/endpoints.ts';
import { isPlainPath } from './canonical.ts';

export interface Settings {
  bindSecret: string;
  /** Another admin host, and the secret that the gateway shares with it; null for the embedded one. */
  otherHost: { origin: string; secret: string } | null;
  /** Paths of that host below which it keeps files, each with a slash at both ends. */
  hostFiles: string[];
  /** End of maintenance, in milliseconds since the epoch; null for none. */
  closedUntil: number | null;
  /** True when a guarded call without any binding cookie may use its token alone (docs/security.md). */
  allowsBearerOnly: boolean;
}

const MIN_SECRET_LENGTH = 32;

/** Its message is for the operator. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

export interface Environment {
  BIND_SECRET?: string;
  ADMIN_HOST?: string;
  HOST_SECRET?: string;
  HOST_FILES?: string;
  MAINTENANCE?: string;
  BEARER_ONLY?: string;
}

/**
 * @throws SettingsError for BIND_SECRET under 32 characters, ADMIN_HOST that is no https origin, HOST_SECRET under 32
 * characters where there is an ADMIN_HOST, HOST_FILES that lists no folders, MAINTENANCE that is no time, BEARER_ONLY other
 * than empty and "yes"
 */
export function readSettings(env: Environment): Settings {
  return {
    bindSecret: readSecret(env, 'BIND_SECRET'),
    otherHost: env.ADMIN_HOST
      ? { origin: readOrigin(env.ADMIN_HOST), secret: readSecret(env, 'HOST_SECRET', SHARED_SECRET) }
      : null,
    hostFiles: readPrefixes(env.HOST_FILES ?? ''),
    closedUntil: env.MAINTENANCE ? readTime(env.MAINTENANCE) : null,
    allowsBearerOnly: readYes(env.BEARER_ONLY ?? ''),
  };
}

const SHARED_SECRET =
  ', and give the same to the admin host of ADMIN_HOST, which knows the gateway by it (docs/host.md)';

function readSecret(env: Environment, name: 'BIND_SECRET' | 'HOST_SECRET', more = ''): string {
  const secret = env[name] ?? '';
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw new SettingsError(
    `${name} is missing or shorter than ${MIN_SECRET_LENGTH} characters; set it with "wrangler secret put ${name} -c wrangler.toml"${more}`,
  );
}

/** Of the host's calls and of the links that the gateway passes on as they are. */
const TAKEN = [`${API_BASE}/`, `${FILES_BASE}/`];

function readPrefixes(value: string): string[] {
  const prefixes = value.split(/[\s,]+/).filter(Boolean);
  const wrong = prefixes.find((prefix) => {
    const isFolder = prefix.length > 2 && prefix.endsWith('/') && isPlainPath(prefix.slice(0, -1));
    // A folder is exact: a star would be taken for one of that name.
    return (
      !isFolder || prefix.includes('*') || TAKEN.some((taken) => taken.startsWith(prefix) || prefix.startsWith(taken))
    );
  });
  if (wrong === undefined) return prefixes;
  throw new SettingsError(
    `HOST_FILES must list folders of the admin host with a slash at both ends, such as "/storage/applications/"; "${wrong}" is none, or one of ${TAKEN.join(', ')}`,
  );
}

/** The zone is required. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/;

function readTime(value: string): number {
  const time = TIME.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new SettingsError('MAINTENANCE must be empty, or the time of its end such as 2026-12-01T03:00Z');
  }
  return time;
}

function readYes(value: string): boolean {
  if (value === '' || value === 'yes') return value === 'yes';
  throw new SettingsError('BEARER_ONLY must be empty, or "yes" for clients that keep no cookies (docs/security.md)');
}

function readOrigin(value: string): string {
  const url = URL.parse(value);
  const local = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && local);
  if (!url || !secure || (value !== url.origin && value !== `${url.origin}/`)) {
    throw new SettingsError('ADMIN_HOST must be an https origin such as https://admin.example.org');
  }
  return url.origin;
}
