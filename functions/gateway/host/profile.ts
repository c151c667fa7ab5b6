/**
 * The profile of another admin host (docs/host.md, "The profile"), from the setting HOST_PROFILE: differences between hosts that
 * no response shows.
 */
import { API_BASE, FILES_BASE } from '../../../src/domain/api/bases.ts';
import { isJsonObject, parseJson } from '../../../src/domain/api/json.ts';
import type { BodyForm } from '../../../src/domain/application/body-form.ts';
import type { Stage } from '../../../src/domain/application/stages.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { isPlainPath } from '../request/canonical.ts';

/** A status of the host, by its `status_type` in lower case. An unlisted one has its own name and closes nothing. */
interface HostStatus {
  title: Readonly<Record<Locale, string>>;
  tone: Stage['tone'];
  /** The application can no longer be changed. */
  closed: boolean;
}

export interface HostProfile extends BodyForm {
  /** Folders of files beside `/files/`, with a slash at both ends. */
  files: readonly string[];
  /** Paths of calls end with a slash. */
  trailing_slash: boolean;
  /** Statuses of a refused sign-in, unless the error names another field than address and password. */
  refused_sign_in: readonly number[];
  statuses: Readonly<Record<string, HostStatus>>;
  /** IANA name of the zone of times without one; null: such times are shown as written. */
  time_zone: string | null;
  /** A sign-in ends the applicant's earlier sessions. */
  one_session: boolean;
}

/** Settings that are safe with every host: for another host without a profile, and for each setting that its profile omits. */
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
  own_parts: false,
};

/** Null for an unlisted status. */
export function hostStatus({ statuses }: Pick<HostProfile, 'statuses'>, status: string): HostStatus | null {
  const key = statusKey(status);
  return Object.hasOwn(statuses, key) ? (statuses[key] ?? null) : null;
}

/** Key of a status in the profile. */
const statusKey = (status: string) => status.trim().toLowerCase();

/** Paths of calls and of links that the gateway passes on unchanged. */
const RESERVED = [`${API_BASE}/`, `${FILES_BASE}/`];

/** @param text JSON; empty for the default profile @throws RangeError that names the first wrong setting */
export function parseHostProfile(text: string): HostProfile {
  const value = text.trim() === '' ? {} : parseJson(text);
  if (value === undefined)
    throw new RangeError('HOST_PROFILE must be empty, or the text of a JSON file (docs/host.md)');
  const profile = readHostProfile(value);
  const wrong = profile.files.find((folder) => !isFolder(folder));
  if (wrong === undefined) return profile;
  throw new RangeError(
    `"files" of the host profile must list folders of the admin host with a slash at both ends, such as "/storage/applications/", apart from ${RESERVED.join(' and ')}; it contains "${wrong}"`,
  );
}

function isFolder(path: string): boolean {
  // Folders are exact names: a star would be a part of the name.
  const isPath = path.length > 2 && path.endsWith('/') && isPlainPath(path.slice(0, -1)) && !path.includes('*');
  return isPath && !RESERVED.some((taken) => taken.startsWith(path) || path.startsWith(taken));
}

type Rule = [form: string, isValid: (value: unknown) => boolean];

const yesOrNo: Rule = ['true or false', (value) => typeof value === 'boolean'];
const oneOf = (...values: string[]): Rule => [
  values.map((value) => JSON.stringify(value)).join(' or '),
  (value) => values.includes(value as string),
];
const listOf = (isItem: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.length <= MAX_ENTRIES && value.every(isItem);
const isName = (value: unknown) => typeof value === 'string' && value.trim() !== '' && value.length <= MAX_NAME;

const MAX_ENTRIES = 100;
const MAX_NAME = 200;
const TONES: readonly unknown[] = ['info', 'success', 'warning', 'error'] satisfies Stage['tone'][];

const RULES: Record<keyof HostProfile, Rule> = {
  list_files: oneOf('file6', 'file6[]', 'file6[0]'),
  files: ['a list of folders with a slash at both ends, such as ["/storage/"]', listOf(isName)],
  trailing_slash: yesOrNo,
  refused_sign_in: [
    'a list of statuses from 400 to 499, such as [400, 404]',
    listOf((status) => Number.isInteger(status) && Number(status) >= 400 && Number(status) < 500),
  ],
  statuses: [
    'an object of statuses, each such as {"title": {"ru": "Закрыто", "en": "Closed"}, "tone": "success", "closed": true}, with the tone info, success, warning or error',
    (value) =>
      isJsonObject(value) && Object.keys(value).length <= MAX_ENTRIES && Object.entries(value).every(isStatusEntry),
  ],
  time_zone: ['null, or an IANA time zone such as "Asia/Tashkent"', (value) => value === null || isTimeZone(value)],
  partial_dates: yesOrNo,
  one_session: yesOrNo,
  update: oneOf('known', 'changed'),
  own_parts: yesOrNo,
};

function isStatusEntry([name, status]: [string, unknown]): boolean {
  if (!isName(name) || !isJsonObject(status) || !isJsonObject(status.title)) return false;
  const { title, tone, closed, ...others } = status;
  const isKnown = TONES.includes(tone) && typeof closed === 'boolean' && Object.keys(others).length === 0;
  return isKnown && isName(title.ru) && isName(title.en);
}

function isTimeZone(value: unknown): boolean {
  if (!isName(value)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value as string }));
  } catch {
    return false;
  }
}

/** Completes a profile with {@link DEFAULT_HOST_PROFILE}. @throws RangeError that names the first wrong setting and its form */
function readHostProfile(value: unknown): HostProfile {
  if (!isJsonObject(value)) throw new RangeError('The host profile must be a JSON object');
  for (const [name, given] of Object.entries(value)) {
    if (!Object.hasOwn(RULES, name))
      throw new RangeError(`The host profile has no setting "${name}"; it has ${Object.keys(RULES).join(', ')}`);
    const [form, isValid] = RULES[name as keyof HostProfile];
    if (!isValid(given))
      throw new RangeError(`"${name}" of the host profile must be ${form}; it is ${JSON.stringify(given)}`);
  }
  const statuses = Object.entries((value.statuses ?? {}) as HostProfile['statuses']);
  return {
    ...DEFAULT_HOST_PROFILE,
    ...value,
    statuses: Object.fromEntries(statuses.map(([name, status]) => [statusKey(name), status])),
  };
}
