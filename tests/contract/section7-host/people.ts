/** The applicants of the minimal host in memory: form parts as received, and the records made of them. */
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import type { Mode, Reply } from './modes.ts';

export interface Person {
  id: number;
  type: ApplicationType;
  password: string;
  tokens: Set<string>;
  /** By wire name; a file is `{ file: name }`, of the path below a folder. */
  fields: Record<string, unknown>;
}

export interface State {
  origin: string;
  mode: Mode;
  people: Person[];
  nextId: number;
  /** By name. */
  files: Map<string, File>;
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
    ...{ id: state.nextId, type, password, tokens: new Set<string>() },
    fields: { ...SAMPLE_FIELDS, ...files, email, ...fields },
  };
  state.nextId += 1;
  state.people.push(person);
  return person;
}

/** Parts that the record does not have. */
const UNRECORDED = ['password', 'current_password', 'terms_version', 'version'];
const PART = /^(\w+)(\[\d*\])?$/;

/** Stores the parts of a form; other fields stay, unless the host replaces them. Of equal names that are no list, the last stays. */
export function storeParts(state: State, person: Person, form: FormData): void {
  const { mode, files } = state;
  if (mode.replaces) person.fields = { email: person.fields.email };
  const lists = new Map<string, StoredName[]>();
  for (const [part, value] of form) {
    if (UNRECORDED.includes(part)) continue;
    const [, name = part, index = ''] = PART.exec(part) ?? [];
    if (typeof value === 'string') {
      person.fields[name] = parseValue(value);
      continue;
    }
    const stored = { file: `${person.id}/${files.size}/${value.name}` };
    files.set(stored.file, new File([value.slice(0, mode.storedBytes)], value.name, { type: value.type }));
    const isList = LIST_FILES.includes(name) && mode.listFiles === `file6${index.replace(/\d+/, '0')}`;
    if (!isList) {
      person.fields[name] = stored;
      continue;
    }
    const list = lists.get(name) ?? [];
    list[/\d/.test(index) ? Number(index.slice(1, -1)) : list.length] = stored;
    lists.set(name, list);
  }
  for (const name of mode.keepsNamedFiles && form.has('formatted_relatives') ? LIST_FILES : [])
    lists.set(name, completed(person, name, lists.get(name) ?? []));
  for (const [name, list] of lists) person.fields[name] = list;
}

/** The files of all relatives: one that its item names by a link, or the next one that was sent. */
function completed({ fields }: Person, name: string, sent: StoredName[]): StoredName[] {
  const items = fields.formatted_relatives as Record<string, unknown>[];
  const stored = [fields[name]].flat().filter(isStoredName);
  const rest = [...sent];
  return items.flatMap(({ [name]: link }) => {
    const kept = stored.find(({ file }) => typeof link === 'string' && link.endsWith(file));
    const file = kept ?? rest.shift();
    return file ? [file] : [];
  });
}

const LIST_FILES = ['file6', 'marriage_or_birth_document_file'];

/** Parses lists and addresses, which are sent as JSON. */
function parseValue(value: string): unknown {
  if (!/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The record in the response to a sign-in. */
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

/** The six fields of the response to an update (requirements: update-answer). */
export function recordOfUpdate(state: State, person: Person): Record<string, unknown> {
  const record = recordOf(state, person);
  const names = ['id', 'name', 'surname', 'email', 'file5', 'application_type'];
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

function fieldOf({ mode, origin }: State, id: number, value: unknown): unknown {
  if (Array.isArray(value) && value.some(isStoredName))
    return value.map((one) => fieldOf({ mode, origin } as State, id, one));
  if (!isStoredName(value)) return value;
  const base = {
    storage: '/storage/applications',
    absolute: `${origin}/storage/applications`,
    relative: 'storage/applications',
    portal: `/files/${'k'.repeat(24)}`,
  };
  return `${base[mode.files]}/${value.file.includes('/') ? value.file : `${id}/${value.file}`}`;
}

function isStoredName(value: unknown): value is StoredName {
  return typeof (value as StoredName | null)?.file === 'string';
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.4\n%%EOF');

/** Returns a stored file, or a sample by the extension of the path; null for a path outside the file folders. */
export async function storedFile({ files }: State, path: string): Promise<Reply | null> {
  const [, name = ''] = /^\/(?:storage\/applications|files\/k{24})\/(.+)$/.exec(path) ?? [];
  const file = files.get(decodeURIComponent(name));
  if (file) return { status: 200, body: Buffer.from(await file.arrayBuffer()), type: file.type || 'application/pdf' };
  if (!/^\d+\/[\w.-]+$/.test(name)) return null;
  return /\.(png|jpe?g)$/.test(path)
    ? { status: 200, body: PNG, type: 'image/png' }
    : { status: 200, body: PDF, type: 'application/pdf' };
}
