/** Reads the worker's environment once. A missing or invalid setting stops every response; no setting has a default. */
import { OWN_BODY_FORM } from '../../src/domain/application/body-form.ts';
import { Fault } from '../platform/fault.ts';
import { DEFAULT_HOST_PROFILE, type HostProfile, parseHostProfile } from './host/profile.ts';

export interface GatewaySettings {
  bindSecret: string;
  /** The host of ADMIN_HOST and the secret shared with it; null for the embedded host. */
  otherHost: { origin: string; secret: string } | null;
  /** Profile of the host in use. */
  profile: HostProfile;
  closedUntil: number | null;
  /** Whether a guarded call without any binding cookie may use its token alone (docs/security.md). */
  allowsBearerOnly: boolean;
}

const MIN_SECRET_LENGTH = 32;

export interface GatewayEnvironment {
  BIND_SECRET?: string;
  ADMIN_HOST?: string;
  HOST_SECRET?: string;
  HOST_PROFILE?: string;
  MAINTENANCE?: string;
  BEARER_ONLY?: string;
}

/**
 * @param onInvalidMaintenance called for an invalid MAINTENANCE, which then closes the calls; without it, the fault is thrown
 * @throws Fault that names the first invalid setting and its form
 */
export function readSettings(env: GatewayEnvironment, onInvalidMaintenance?: (error: Fault) => void): GatewaySettings {
  return {
    bindSecret: readSecret(env, 'BIND_SECRET'),
    otherHost: env.ADMIN_HOST
      ? { origin: readOrigin(env.ADMIN_HOST), secret: readSecret(env, 'HOST_SECRET', SHARED_SECRET) }
      : null,
    profile: env.ADMIN_HOST ? readProfile(env.HOST_PROFILE ?? '') : { ...DEFAULT_HOST_PROFILE, ...OWN_BODY_FORM },
    closedUntil: env.MAINTENANCE ? readTime(env.MAINTENANCE, onInvalidMaintenance) : null,
    allowsBearerOnly: readYes(env.BEARER_ONLY ?? ''),
  };
}

const SHARED_SECRET =
  ', and give the same to the admin host of ADMIN_HOST, which knows the gateway by it (docs/host.md)';

function readSecret(env: GatewayEnvironment, name: 'BIND_SECRET' | 'HOST_SECRET', more = ''): string {
  const secret = env[name] ?? '';
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw new Fault(
    `${name} is missing or shorter than ${MIN_SECRET_LENGTH} characters; set it with "wrangler secret put ${name} -c wrangler.toml"${more}`,
  );
}

function readProfile(text: string): HostProfile {
  try {
    return parseHostProfile(text);
  } catch (error) {
    throw new Fault(error instanceof RangeError ? error.message : 'HOST_PROFILE cannot be read');
  }
}

/** A time with its zone, which is required. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/;

function readTime(value: string, onInvalid?: (error: Fault) => void): number {
  const time = TIME.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const error = new Fault(
    `MAINTENANCE must be empty, or the time of its end such as 2026-12-01T03:00Z; it is "${value}"`,
  );
  if (!onInvalid) throw error;
  onInvalid(error);
  // Closed, since the operator meant to close the portal.
  return Number.POSITIVE_INFINITY;
}

function readYes(value: string): boolean {
  if (value === '' || value === 'yes') return value === 'yes';
  throw new Fault(
    `BEARER_ONLY must be empty, or "yes" for clients that keep no cookies (docs/security.md); it is "${value}"`,
  );
}

function readOrigin(value: string): string {
  const origin = secureOrigin(value);
  if (origin !== null) return origin;
  throw new Fault(`ADMIN_HOST must be an https origin such as https://admin.example.org; it is "${value}"`);
}

/** An https origin, or an http origin of this machine; null for any other text. */
export function secureOrigin(value: string): string | null {
  const url = URL.parse(value);
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  return url && isSecure && (value === url.origin || value === `${url.origin}/`) ? url.origin : null;
}
