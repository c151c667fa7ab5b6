/** Whole, valid applications of each type, and the bodies in which a browser sends them. */
import { expect } from 'vitest';
import { sha256 } from '../../../../functions/admin/secrets/digest.ts';
import { newToken } from '../../../../functions/admin/secrets/random.ts';
import { insertToken } from '../../../../functions/admin/store/tokens.ts';
import { toParts } from '../../../../src/domain/application/parts.ts';
import type { ApplicationType } from '../../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import { utcDate } from '../../../../src/domain/input/date.ts';
import { bindings, type CallOptions, call } from './host.ts';
import { SAMPLES, type Sample } from './samples.ts';

export const PASSWORD = 'green kettle by the window';
export const CREATE_PATHS = { specialist: '/specialists-visa', founder: '/founders', investor: '/investors' } as const;

let count = 0;
/** An address that no other application has. */
export const newEmail = () => `applicant${++count}@example.com`;

/** The date so many days from now, in UTC. */
export const inDays = (days: number) => utcDate(new Date(Date.now() + days * 24 * 60 * 60 * 1000));

/** A valid application with a relative and one trip of each kind. */
export function validValues(overrides: Partial<ApplicationValues> = {}): ApplicationValues {
  return {
    surname: 'Sample',
    name: 'Anna-Maria',
    middlename: '',
    gender: 'female',
    date_birth: '1990-02-28',
    citizenship: 'DE',
    passport_number: 'C01X00T47',
    passport_date: '2022-03-01',
    passport_expire: '2032-02-29',
    file4: SAMPLES.passportPdf,
    email: newEmail(),
    phone: '+49 30 901820',
    additional_phone: '',
    file5: SAMPLES.photo,
    resume_file: SAMPLES.resume,
    validity_time: '12',
    planned_length_stay_from: inDays(50),
    planned_length_stay_to: inDays(390),
    formatted_address: { region: '14', district: '200', street: 'Amir Temur 1', flat: '' },
    project: 'Data centre',
    activity: 'Builds and runs a data centre.',
    company_name: 'Example LLC',
    employer_address: { region: '14', district: '200', street: 'Mirzo Ulugbek 10', flat: '2' },
    phone_specialist: '+998 71 200 00 00',
    period_from: inDays(50),
    period_to: inDays(390),
    applicant_fio: 'Example Representative',
    applicant_position: 'Director',
    applicant_phone_number: '+998 71 200 00 01',
    petitioner_surname: 'Petitioner',
    petitioner_name: 'Example Park',
    petitioner_middlename: '',
    petitioner_position: 'Head',
    petitioner_number: '+998 71 200 00 02',
    file: SAMPLES.bank,
    file2: SAMPLES.certificate,
    file3: SAMPLES.letter,
    relatives_check: 'yes',
    formatted_relatives: [relative()],
    previos_trips_check: 'yes',
    formatted_previos_trips: [{ previos_trip_aim: 'Conference', date_from: '2024-05-01', date_to: '2024-05-09' }],
    previos_trips: 'One conference.',
    last_trips_check: 'yes',
    last_trips: [{ trip_country: 'KZ', trip_aim: 'Work', date_from: '2025-01-01', date_to: '2025-01-20' }],
    read_check: 'yes',
    ...overrides,
  };
}

/** A relative with both files. */
export function relative(overrides: Partial<ApplicationValues['formatted_relatives'][number]> = {}) {
  return {
    kinship: 'son',
    surname: 'Sample',
    name: 'Max',
    middlename: '',
    birth_of_date: '2015-06-01',
    citizenship: 'DE',
    relativePassport: 'C01X00T48',
    relativeInn: '',
    file6: SAMPLES.passportPng,
    marriage_or_birth_document_file: SAMPLES.birth,
    ...overrides,
  };
}

/** The body that the portal would send. */
export function formOf(type: ApplicationType, values: ApplicationValues, extra: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const { name, value } of toParts(type, values)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new File([(value as Sample).bytes], (value as Sample).name), (value as Sample).name);
  }
  for (const [name, value] of Object.entries(extra)) form.append(name, value);
  return form;
}

export interface CreateOptions extends CallOptions {
  type?: ApplicationType;
  values?: ApplicationValues;
  password?: string;
  key?: string;
}

/** Sends a new application. */
export function create(options: CreateOptions = {}): Promise<Response> {
  const { type = 'specialist', values = validValues(), password = PASSWORD, key = crypto.randomUUID() } = options;
  const body = options.body ?? formOf(type, values, { password });
  const headers = { 'Idempotency-Key': key, 'Accept-Language': 'en', ...options.headers };
  return call(CREATE_PATHS[type], { ...options, headers, body });
}

/** A record as the tests look at it. */
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

/** Sends a new application and expects it to be accepted. */
export async function created(options: CreateOptions = {}): Promise<WireRecord> {
  const response = await create(options);
  const body = await response.json<{ data: WireRecord }>();
  expect(response.status, JSON.stringify(body)).toBe(201);
  return body.data;
}

/** Signs in and expects it to work. */
export async function signedIn(email: string, password = PASSWORD, headers = {}): Promise<string> {
  const response = await call('/user-login', { json: { email, password }, headers });
  expect(response.status).toBe(200);
  return (await response.json<{ token: string }>()).token;
}

/** Opens a session without the password, whose check takes its time. */
export async function tokenOf(applicantId: string): Promise<string> {
  const token = newToken();
  await insertToken(bindings.DB, { hash: sha256(token), applicantId, browser: '', now: Date.now() }).run();
  return token;
}

/** Reads the signed-in applicant's record. */
export async function readRecord(token: string): Promise<WireRecord> {
  const response = await call('/user', { token });
  expect(response.status).toBe(200);
  return (await response.json<{ object: WireRecord }>()).object;
}
