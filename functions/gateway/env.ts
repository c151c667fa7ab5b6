/**
 * Reads the worker's environment once.
 * Rule: a missing or weak secret stops every answer; there is no default to fall back to.
 */

export interface Settings {
  /** Key of the token binding; at least {@link MIN_SECRET_LENGTH} characters. */
  bindSecret: string;
  /** Origin of another admin host, or null for the embedded one. */
  adminOrigin: string | null;
}

const MIN_SECRET_LENGTH = 32;

/** What is wrong with the environment; its message is written for the operator. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * @throws SettingsError when BIND_SECRET is missing or short, or ADMIN_HOST is no https origin (http is accepted for
 *   this machine only)
 */
export function readSettings(env: { BIND_SECRET?: string; ADMIN_HOST?: string }): Settings {
  const bindSecret = env.BIND_SECRET ?? '';
  if (bindSecret.length < MIN_SECRET_LENGTH) {
    throw new SettingsError(
      `BIND_SECRET is missing or shorter than ${MIN_SECRET_LENGTH} characters; set it with "wrangler secret put BIND_SECRET -c wrangler.toml"`,
    );
  }
  return { bindSecret, adminOrigin: env.ADMIN_HOST ? readOrigin(env.ADMIN_HOST) : null };
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
