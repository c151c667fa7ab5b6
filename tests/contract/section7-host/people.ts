/** The applicants of the section 7 host in memory: form parts as received, and the records made of them. */
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import type { Mode, Reply } from './modes.ts';

export interface Person {
  id: number;
  type: ApplicationType;
  password: string;
  token: string | null;
  /** By wire name; a file is `{ file: name }`. */
  fields: Record<string, unknown>;
}

export interface State {
  origin: string;
  mode: Mode;
  people: Person[];
  nextId: number;
}

interface StoredName {
  file: string;
}

const SAMPLE_FIELDS = {
  ...{ name: 'Ann', surname: 'Lee', middlename: '', date_birth: '1990-02-28', gender: 'female' },
  ...{ passport_number: 'EA1234567', passport_date: '2021-05-10', passport_expire: '2032-05-10', citizenship: 'PL' },
  ...{ phone: '+48 512 345 678' },
};
const FILES = { file4: 'passport.pdf', resume_file: 'cv.pdf', file5: 'photo.png' };

export function add(
  state: State,
  type: ApplicationType,
  email: string,
  password: string,
  fields: Record<string, unknown>,
): Person {
  const files = Object.fromEntries(Object.entries(FILES).map(([name, file]) => [name, { file }]));
  const person: Person = {
    ...{ id: state.nextId, type, password, token: null },
    fields: { ...SAMPLE_FIELDS, ...files, email, ...fields },
  };
  state.nextId += 1;
  state.people.push(person);
  return person;
}

/** Stores every part of a form except the password; other fields stay. */
export function storeParts(person: Person, form: FormData): void {
  for (const [name, value] of form) {
    if (name === 'password') continue;
    person.fields[name] = typeof value === 'string' ? parseValue(value) : ({ file: value.name } satisfies StoredName);
  }
}

/** Parses lists and addresses, which are sent as JSON. */
function parseValue(value: string): unknown {
  if (!/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The applicant profile of section 3, "from the login response object". */
const PROFILE = [
  ...['name', 'surname', 'middlename', 'email', 'date_birth', 'gender', 'passport_number', 'passport_date'],
  ...['passport_expire', 'citizenship', 'file4', 'resume_file', 'file5'],
];

export function recordOf(state: State, { id, type, fields }: Person): Record<string, unknown> {
  const { mode } = state;
  const names = mode.fields === 'all' ? Object.keys(fields) : PROFILE;
  const known = names.map((name) => [name, fieldOf(state, id, fields[name])]);
  return {
    ...Object.fromEntries(known),
    ...{ id, application_type: type, application_status_history: mode.history },
    ...mode.record,
  };
}

/** The six fields that section 7 lists for the response to an update. */
export function recordOfUpdate(state: State, person: Person): Record<string, unknown> {
  const record = recordOf(state, person);
  const names = ['id', 'name', 'surname', 'email', 'file5', 'application_type'];
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

function fieldOf({ mode, origin }: State, id: number, value: unknown): unknown {
  const name = (value as StoredName | null)?.file;
  if (typeof name !== 'string') return value;
  const base = {
    storage: '/storage/applications',
    absolute: `${origin}/storage/applications`,
    relative: 'storage/applications',
    portal: `/files/${'k'.repeat(24)}`,
  };
  return `${base[mode.files]}/${id}/${name}`;
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.4\n%%EOF');

/** Returns a sample file by the extension of the path; null for a path outside the file folders. */
export function storedFile(path: string): Reply | null {
  if (!/^\/(storage|files)\//.test(path)) return null;
  return /\.(png|jpe?g)$/.test(path)
    ? { status: 200, body: PNG, type: 'image/png' }
    : { status: 200, body: PDF, type: 'application/pdf' };
}
