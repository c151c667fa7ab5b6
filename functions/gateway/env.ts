/**
 * Reads the worker's environment once.
 * Rule: a missing or weak secret stops every answer; there is no default to fall back to.
 */

export interface Settings {
  /** Key of the token binding; at least {@link MIN_SECRET_LENGTH} characters. */
  bindSecret: string;
  /** Origin of another admin host, or null for the embedded one. */
  adminOrigin: string | null;
  /** The API is closed until then; null: open. Milliseconds since the epoch. */
  closedUntil: number | null;
}

const MIN_SECRET_LENGTH = 32;

/** What is wrong with the environment; its message is written for the operator. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * @throws SettingsError when BIND_SECRET is missing or short, ADMIN_HOST is no https origin (http is accepted for
 *   this machine only), or MAINTENANCE is no time
 */
export function readSettings(env: { BIND_SECRET?: string; ADMIN_HOST?: string; MAINTENANCE?: string }): Settings {
  const bindSecret = env.BIND_SECRET ?? '';
  if (bindSecret.length < MIN_SECRET_LENGTH) {
    throw new SettingsError(
      `BIND_SECRET is missing or shorter than ${MIN_SECRET_LENGTH} characters; set it with "wrangler secret put BIND_SECRET -c wrangler.toml"`,
    );
  }
  return {
    bindSecret,
    adminOrigin: env.ADMIN_HOST ? readOrigin(env.ADMIN_HOST) : null,
    closedUntil: env.MAINTENANCE ? readTime(env.MAINTENANCE) : null,
  };
}

/** A time with its zone, so that nobody has to guess whose night is meant. */
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
