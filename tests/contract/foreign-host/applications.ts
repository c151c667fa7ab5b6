/** Applications of the foreign host: it stores and updates them, and returns them with absolute file links. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FLAG_OF, fieldsOf, LISTS, type ListName } from '../../../src/domain/application/fields.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import { sniffFileType } from '../../../src/domain/input/files.ts';
import { type Application, findByEmail, hashPassword, Problem, type Reply, type State } from './state.ts';

const FILE_KINDS = ['file', 'photo'];
const LIST_FILES = ['file6', 'marriage_or_birth_document_file'];

type Json = Record<string, unknown>;

/** Stores an application once per Idempotency-Key. */
export async function create(state: State, type: ApplicationType, form: FormData, key: string): Promise<Reply> {
  const { faults, keys } = state;
  if (!key && !faults.has('stores_twice_without_key')) throw new Problem(400, 'Idempotency-Key is missing');
  const body = await digest(form);
  const before = faults.has('forgets_keys') || !key ? undefined : keys.get(key);
  if (before && before.body !== body && !faults.has('accepts_key_for_any_body'))
    throw new Problem(422, 'The key was used');
  const again = before && state.applications.get(before.id);
  if (again) return { status: 201, body: { data: recordOf(state, again) } };
  const email = textOf(form, 'email');
  const taken = findByEmail(state, email) !== undefined;
  if (faults.has('stores_concurrent_requests_twice')) await pause(500);
  const id = state.applications.size + 700_001;
  const application: Application = {
    ...{ id, type, email, fields: {}, password: hashPassword(textOf(form, 'password')) },
    history: [{ status_type: 'registered', created_at: new Date().toISOString(), note: null }],
  };
  if (faults.has('stores_refused_applications')) state.applications.set(id, application);
  const fields = await fieldsFrom(state, type, form, {});
  if (taken && key && !faults.has('stores_two_for_one_address')) throw new Problem(409, 'The address is in use');
  state.applications.set(id, { ...application, fields });
  state.keys.set(key, { body, id });
  const data = recordOf(state, { ...application, fields });
  return { status: faults.has('creates_with_200') && type === 'founder' ? 200 : 201, body: { data } };
}

/** Replaces the fields that were sent; the others stay. */
export async function update(state: State, application: Application, form: FormData): Promise<Reply> {
  const { type, fields } = application;
  application.fields = await fieldsFrom(state, type, form, state.faults.has('loses_files') ? {} : fields);
  if (form.has('email')) application.email = textOf(form, 'email');
  return { status: 200, body: { data: recordOf(state, application) } };
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '');

async function digest(form: FormData): Promise<string> {
  const hash = createHash('sha256');
  for (const [name, value] of form) {
    hash.update(`${name}\n`).update(typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()));
  }
  return hash.digest('hex');
}

async function fieldsFrom(state: State, type: ApplicationType, form: FormData, before: Json): Promise<Json> {
  const fields: Json = { ...before };
  for (const { name, kind, required } of fieldsOf(type)) {
    const flag = FLAG_OF[name];
    if (flag && form.get(flag) === 'no' && !state.faults.has('keeps_lists')) delete fields[name];
    const value = form.get(name);
    if (value === null) {
      if (required && fields[name] === undefined) throw new Problem(422, 'Something is missing');
    } else if (name in LISTS) fields[name] = await itemsFrom(state, name as ListName, form);
    else if (FILE_KINDS.includes(kind)) {
      const isKept = state.faults.has('keeps_the_old_file') && name in fields;
      if (!isKept) fields[name] = await storeFile(state, value);
    } else fields[name] = kind === 'address' ? JSON.parse(String(value)) : value;
    if (required && fields[name] === '') throw new Problem(422, 'Something is missing');
  }
  if (state.faults.has('changes_an_answer')) fields.phone = '+1 555 010 0199';
  return fields;
}

async function itemsFrom(state: State, list: ListName, form: FormData): Promise<Json[]> {
  const queues = new Map(LIST_FILES.map((name) => [name, form.getAll(name)]));
  const items: Json[] = JSON.parse(textOf(form, list));
  if (list !== 'formatted_relatives') return items;
  for (const [index, item] of items.entries()) {
    for (const name of LIST_FILES) {
      const path = item[name];
      const file = queues.get(name)?.shift();
      // An unchanged file is named by its link.
      item[name] =
        typeof path === 'string'
          ? new URL(path, state.origin).pathname.split('/')[2]
          : state.faults.has('loses_list_files') && index < items.length - 1
            ? null
            : await storeFile(state, file);
    }
  }
  return items;
}

async function storeFile(state: State, value: FormDataEntryValue | null | undefined): Promise<string> {
  if (!(value instanceof File)) throw new Problem(422, 'A file is missing');
  const bytes = Buffer.from(await value.arrayBuffer());
  const type = state.faults.has('detects_type_by_name') ? 'application/pdf' : sniffFileType(bytes);
  if (type === null) throw new Problem(422, 'A file is of another type');
  const id = randomUUID();
  state.files.set(id, { name: value.name, type, bytes });
  return id;
}

/** Returns an absolute link with the signature in its query; null without a file. */
function linkTo({ files, origin, linkKey, faults }: State, id: unknown): string | null {
  const file = typeof id === 'string' ? files.get(id) : undefined;
  if (!file) return null;
  const base = faults.has('links_to_another_origin') ? 'https://storage.example.org' : origin;
  return `${base}/files/${id}/${encodeURIComponent(file.name)}?sig=${signatureOf(linkKey, String(id))}`;
}

export const signatureOf = (key: Buffer, id: string) => createHmac('sha256', key).update(id).digest('base64url');

export function recordOf(state: State, { id, type, email, fields, history, password }: Application): Json {
  const record: Json = {
    ...fields,
    id: String(id),
    email,
    application_type: type,
    application_status_history: history,
  };
  for (const { name, kind } of fieldsOf(type))
    if (FILE_KINDS.includes(kind)) record[name] = linkTo(state, fields[name]);
  const relatives = (fields.formatted_relatives ?? []) as Json[];
  record.formatted_relatives = relatives.map((item) => ({
    ...item,
    ...Object.fromEntries(LIST_FILES.map((name) => [name, linkTo(state, item[name])])),
  }));
  return state.faults.has('leaks_the_hash') ? { ...record, password_hash: password.hash } : record;
}
