/** Reads the worker's environment once. Rule: what is missing or wrong stops every answer; nothing has a default. */

export interface Settings {
  bindSecret: string;
  /** Null for the embedded host. */
  adminOrigin: string | null;
  /** End of maintenance, in milliseconds since the epoch; null for none. */
  closedUntil: number | null;
}

const MIN_SECRET_LENGTH = 32;

/** Its message is for the operator. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** @throws SettingsError for BIND_SECRET under 32 characters, ADMIN_HOST that is no https origin, MAINTENANCE that is no time */
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
