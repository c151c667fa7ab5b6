/** Complete, valid applications of each type, and their request bodies. */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { toBodyParts } from '../../../../src/domain/application/multipart.ts';
import type { ApplicationType } from '../../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import { utcDate } from '../../../../src/domain/input/date.ts';
import { APPLICATION_PATHS, applicantValues, daysAfter, relativeValues } from '../../../fixtures/applicants.ts';
import { bindings, type CallOptions, call } from './host.ts';
import { type Sample, sampleOf } from './samples.ts';
import { tokenHash } from './storage.ts';

type RelativeValues = ApplicationValues['formatted_relatives'][number];

export const PASSWORD = 'green kettle by the window';

let count = 0;
/** Returns an address that no other application has. */
export const newEmail = () => `applicant${++count}@example.com`;

const today = () => utcDate(new Date());

/** Returns the date the given number of days from now, in UTC. */
export const dateInDays = (days: number) => daysAfter(today(), days);

/** A valid application with a relative and one trip of each kind. */
export function validValues(overrides: Partial<ApplicationValues> = {}): ApplicationValues {
  return applicantValues(today(), sampleOf, {
    surname: 'Sample',
    name: 'Anna-Maria',
    middlename: '',
    citizenship: 'DE',
    email: newEmail(),
    petitioner_name: 'Example Park',
    formatted_relatives: [relative()],
    ...overrides,
  });
}

/** The same without a relative, whose files make a creation slow. */
export const shortValues = (overrides: Partial<ApplicationValues> = {}) =>
  validValues({ formatted_relatives: [], relatives_check: 'no', ...overrides });

/** A relative with both files. */
export function relative(overrides: Partial<RelativeValues> = {}): RelativeValues {
  return relativeValues(sampleOf, { surname: 'Sample', name: 'Max', ...overrides });
}

/** Returns the body that the portal would send. */
export function formOf(type: ApplicationType, values: ApplicationValues, extra: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const { name, value } of toBodyParts(type, values)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new File([(value as Sample).bytes], (value as Sample).name), (value as Sample).name);
  }
  for (const [name, value] of Object.entries(extra)) form.append(name, value);
  return form;
}

export interface CreateOptions extends CallOptions {
  type?: ApplicationType;
  /** By default without a relative. */
  values?: ApplicationValues;
  password?: string;
  key?: string;
}

/** Sends a creation. */
export function create(options: CreateOptions = {}): Promise<Response> {
  const { type = 'specialist', values = shortValues(), password = PASSWORD, key = crypto.randomUUID() } = options;
  const body = options.body ?? formOf(type, values, { password });
  const headers = { 'Idempotency-Key': key, 'Accept-Language': 'en', ...options.headers };
  return call(APPLICATION_PATHS[type], { ...options, headers, body });
}

/** A record with the fields that the tests read. */
export interface WireRecord extends Record<string, unknown> {
  id: string;
  email: string;
  application_type: ApplicationType;
  application_status_history: { status_type: string; created_at: string; note: string; fields?: string[] }[];
  version: number;
  file4: string;
  file5: string;
  resume_file: string;
  formatted_relatives: Record<string, string>[];
  visa?: { code: string; valid_from: string; valid_to: string };
}

/** Sends a creation and expects success. */
export async function createApplication(options: CreateOptions = {}): Promise<WireRecord> {
  const response = await create(options);
  const body = await response.json<{ data: WireRecord }>();
  expect(response.status, JSON.stringify(body)).toBe(201);
  return body.data;
}

/** Signs in and expects success. */
export async function openSession(email: string, password = PASSWORD, headers = {}): Promise<string> {
  const response = await call('/user-login', { json: { email, password }, headers });
  expect(response.status).toBe(200);
  return (await response.json<{ token: string }>()).token;
}

/** Opens a session without the password, to save its hash. */
export async function tokenOf(applicantId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await bindings.DB.prepare(
    "INSERT INTO tokens (hash, applicant_id, browser, created_at, used_at) VALUES (?, ?, '', ?3, ?3)",
  )
    .bind(tokenHash(token), applicantId, Date.now())
    .run();
  return token;
}

/** Confirms an address by the link in a mail's text. */
export async function confirmAddress(text = ''): Promise<void> {
  const token = /\/auth\/confirm\/email#(\S+)/.exec(text)?.[1];
  expect((await call('/confirm-email', { json: { token } })).status).toBe(200);
}

/** Returns the record of the signed-in applicant. */
export async function readRecord(token: string): Promise<WireRecord> {
  const response = await call('/user', { token });
  expect(response.status).toBe(200);
  return (await response.json<{ object: WireRecord }>()).object;
}
