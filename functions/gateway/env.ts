/** Reads the worker's environment once. Rule: what is missing or wrong stops every answer; nothing has a default. */

export interface Settings {
  bindSecret: string;
  /** Another admin host, and the secret that the gateway shares with it; null for the embedded one. */
  otherHost: { origin: string; secret: string } | null;
  /** End of maintenance, in milliseconds since the epoch; null for none. */
  closedUntil: number | null;
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
  MAINTENANCE?: string;
}

/**
 * @throws SettingsError for BIND_SECRET under 32 characters, ADMIN_HOST that is no https origin, HOST_SECRET under 32
 * characters where there is an ADMIN_HOST, MAINTENANCE that is no time
 */
export function readSettings(env: Environment): Settings {
  return {
    bindSecret: readSecret(env, 'BIND_SECRET'),
    otherHost: env.ADMIN_HOST
      ? { origin: readOrigin(env.ADMIN_HOST), secret: readSecret(env, 'HOST_SECRET', SHARED_SECRET) }
      : null,
    closedUntil: env.MAINTENANCE ? readTime(env.MAINTENANCE) : null,
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

/** The zone is required. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/;

function readTime(value: string): number {
  const time = TIME.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new SettingsError('MAINTENANCE must be empty, or the time of its end such as 2026-12-01T03:00Z');
  }
  return time;
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
