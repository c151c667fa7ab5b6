/**
 * The profile of another admin host (docs/host.md, "The profile"): what differs between hosts and no response shows. A JSON
 * file; the gateway checks it when it starts, and gives it to pages at {@link HOST_PROFILE_PATH}.
 */
import type { Locale } from '../i18n/locales.ts';
import type { Stage } from './stages.ts';

/** A status of the host, by its `status_type` in lower case. An unlisted one has its own name and closes nothing. */
interface HostStatus {
  title: Readonly<Record<Locale, string>>;
  tone: Stage['tone'];
  /** No change can be sent any more. */
  closed: boolean;
}

export interface HostProfile {
  /** Names of the files of relatives: repeated, as PHP's lists, or with the relative's position. */
  list_files: 'file6' | 'file6[]' | 'file6[0]';
  /** Folders of files beside `/files/`, with a slash at both ends. */
  files: readonly string[];
  /** Calls end with a slash. */
  trailing_slash: boolean;
  /** Statuses of a refused sign-in, unless the error names another field than address and password. */
  refused_sign_in: readonly number[];
  statuses: Readonly<Record<string, HostStatus>>;
  /** IANA name of the zone of times without one; null: such times are shown as written. */
  time_zone: string | null;
  /** Takes `1990` and `1990-07` for dates that are not known to the day. */
  partial_dates: boolean;
  /** A sign-in ends the applicant's earlier sessions. */
  one_session: boolean;
  /** Parts of an update: every known answer, or the changed ones and what is derived from them. */
  update: 'known' | 'changed';
  /** Takes body parts that other hosts may not know: `terms_version`, `photo_kept`, `one_name`. */
  own_parts?: boolean;
}

/** Safe with every host: for another host without a profile, and for each setting that its profile leaves out. */
export const DEFAULT_HOST_PROFILE: HostProfile = {
  list_files: 'file6',
  files: [],
  trailing_slash: false,
  refused_sign_in: [400, 401, 403, 422],
  statuses: {},
  time_zone: null,
  partial_dates: false,
  one_session: false,
  update: 'known',
};

/** The embedded admin host. */
export const EMBEDDED_HOST_PROFILE: HostProfile = { ...DEFAULT_HOST_PROFILE, partial_dates: true, own_parts: true };

/** Of the gateway itself; no host is called. */
export const HOST_PROFILE_PATH = '/host-profile.json';

/** The profile that a page got, complete and checked by the gateway; null for a value of another shape. */
export function readReceivedProfile(value: unknown): HostProfile | null {
  const shape = (one: unknown) => (Array.isArray(one) ? 'list' : typeof one);
  const given = Object(value) as Record<string, unknown>;
  const isSame = Object.entries(DEFAULT_HOST_PROFILE).every(
    ([name, known]) => shape(given[name]) === shape(known) || (known === null && typeof given[name] === 'string'),
  );
  const titles = Object.values(Object(given.statuses)).map((status) => Object((status as HostStatus | null)?.title));
  const hasTitles = titles.every(({ ru, en }) => typeof ru === 'string' && typeof en === 'string');
  return isSame && hasTitles ? (given as unknown as HostProfile) : null;
}

/** Key of a status in the profile. */
export const statusKey = (status: string) => status.trim().toLowerCase();

/** Null for an unlisted status. */
export function hostStatus({ statuses }: Pick<HostProfile, 'statuses'>, status: string): HostStatus | null {
  const key = statusKey(status);
  return Object.hasOwn(statuses, key) ? (statuses[key] ?? null) : null;
}
