/** Sample applications of each type at each stage, with fictional applicants. Only for the local database. */
import { randomBytes } from 'node:crypto';
import { API_BASE } from '../../src/domain/api/bases.ts';
import { ENDPOINTS } from '../../src/domain/api/endpoints.ts';
import { fieldsOf, isListName } from '../../src/domain/application/fields.ts';
import { FIRST_STATUS, STAGES, type Status } from '../../src/domain/application/stages.ts';
import { STATUSES } from '../../src/domain/application/status.ts';
import { APPLICATION_ENDPOINTS, APPLICATION_TYPES, type ApplicationType } from '../../src/domain/application/types.ts';
import { addMonths, DAY_MS, utcDate } from '../../src/domain/input/date.ts';
import { type FieldKind, kindOf } from '../../src/domain/kinds/index.ts';
import { isNewFile, type NewFile } from '../../src/domain/kinds/kind.ts';
import { sampleAnswers } from '../../src/domain/kinds/samples.ts';
import { HANDLERS } from '../admin/routes/handlers.ts';
import type { OfficeEnv } from '../admin/runtime/env.ts';
import { newToken, newVisaCode } from '../admin/secrets/keys.ts';
import { Applicants } from '../admin/store/applicants.ts';
import { StatusRepository } from '../admin/store/statuses.ts';
import { Visas } from '../admin/store/visas.ts';
import type { LocalStorage } from './platform.ts';
import { readSample } from './read-sample.ts';
import people from './samples/people.json' with { type: 'json' };

/** Fictional applicants for the samples, as in passports; citizenship is ISO 3166-1 alpha-2. */
type Person = (typeof people)[number];

/** A shortest sequence of statuses from a new application to a status, without the first. */
function statusesUntil(status: Status): Status[] {
  const ways: Status[][] = [[FIRST_STATUS]];
  for (const way of ways) {
    const last = way.at(-1) ?? FIRST_STATUS;
    if (last === status) return way.slice(1);
    ways.push(...STAGES[last].next.map((next) => [...way, next]));
  }
  throw new RangeError(`no sequence of statuses leads to ${status}`);
}

/** The common password of the samples, and how to enter. */
export type Samples = Awaited<ReturnType<typeof addSamples>>;

/** Adds the samples that are missing. @throws Error where all exist */
export async function addSamples({ env, officersAt }: Pick<LocalStorage, 'env' | 'officersAt'>) {
  const applicants = new Applicants(env.DB);
  const password = `portal ${randomBytes(9).toString('base64url')}`;
  const applications: { id: string; type: ApplicationType; status: Status; email: string }[] = [];
  for (const [kind, type] of APPLICATION_TYPES.entries())
    for (const [stage, status] of STATUSES.entries()) {
      const email = addressOf(type, status);
      // An interrupted run has already added some.
      if (await applicants.isTaken(email, { who: null, now: Date.now() })) continue;
      const person = people[(kind * STATUSES.length + stage) % people.length] as Person;
      const times = timesOf(status, DAYS_IN_STAGE[kind % DAYS_IN_STAGE.length] ?? 0);
      const id = await create(env, { type, person, email, now: times[0] ?? 0 }, password);
      await applicants.markSample(id);
      await advance(env, id, status, times);
      applications.push({ id, type, status, email });
    }
  if (applications.length === 0) throw new Error('the samples exist already');
  return {
    password,
    safari: safariNote(env.PORTAL_ORIGIN),
    ...(officersAt ? { officers: officersAt } : {}),
    applications,
  };
}

/** Without this note, Safari's visitors would be signed out with the next page, and not know why. */
const safariNote = (origin: string) =>
  `Safari keeps a sign-in over https only. Use Chrome or Firefox, or put TLS in front: caddy reverse-proxy --from https://localhost:8443 --to ${origin}`;

const addressOf = (type: ApplicationType, status: Status) => `${type}.${status.replace('_', '.')}@example.com`;

/** Days that the samples of each type have been at their stage: on time, some overdue, all overdue. */
const DAYS_IN_STAGE = [0, 12, 45];
const DAYS_BETWEEN = 3;

/** Times of receipt and of each later status, in milliseconds since 1970; the last is `daysThere` days ago. */
function timesOf(status: Status, daysThere: number): number[] {
  const steps = statusesUntil(status).length;
  const now = Date.now();
  return Array.from({ length: steps + 1 }, (_, step) => now - (daysThere + (steps - step) * DAYS_BETWEEN) * DAY_MS);
}

const SENT = { send: () => Promise.resolve({ messageId: '' }) } as unknown as SendEmail;

interface Sample {
  type: ApplicationType;
  person: Person;
  email: string;
  now: number;
}

async function create(env: OfficeEnv, { type, person, email, now }: Sample, password: string): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries(sampleParts(type, person, email))) body.append(name, value);
  body.append('password', password);
  const endpoint = APPLICATION_ENDPOINTS[type].create;
  const url = `http://admin${API_BASE}${ENDPOINTS[endpoint].path}`;
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const unfinished: Promise<unknown>[] = [];
  const response = await HANDLERS[endpoint]({
    // Samples have no mails and links that would need the portal's own secret.
    env: { ...env, FILES_SECRET: newToken(), MAIL: SENT },
    request: new Request(url, { method: 'POST', headers, body }),
    requestId: 'demo',
    params: {},
    now,
    session: null,
    later: (work) => void unfinished.push(work),
  });
  // Sends the mail now, since the portal would otherwise send it from the outbox.
  await Promise.all(unfinished);
  return (await response.json<{ data: { id: string } }>()).data.id;
}

/** Sets the statuses up to `status`. @param times see {@link timesOf} */
async function advance({ DB }: OfficeEnv, id: string, status: Status, times: readonly number[]): Promise<void> {
  for (const [step, next] of statusesUntil(status).entries()) {
    const now = times[step + 1] ?? Date.now();
    const change = { applicantId: id, note: noteOf(next), officer: 'demo@office.example', now };
    const validFrom = utcDate(new Date(now));
    const { issuesVisa, revokesVisa } = STAGES[next];
    const visas = new Visas(DB);
    if (issuesVisa) await visas.issue({ ...change, code: newVisaCode(), validFrom, validTo: addMonths(validFrom, 12) });
    else if (revokesVisa) await visas.revoke(change);
    else await new StatusRepository(DB).append({ ...change, status: next });
  }
}

const noteOf = (status: Status) => (STAGES[status].needsNote ? 'Образец / Sample' : '');

function sampleParts(type: ApplicationType, person: Person, email: string): Record<string, string | File> {
  const [today, from, to] = [0, 2, 13].map((months) => addMonths(utcDate(new Date()), months)) as [
    string,
    string,
    string,
  ];
  const named: Record<string, string> = {
    ...person,
    email,
    validity_time: '12',
    read_check: 'yes',
    // A number that fits the numbering of no country.
    passport_number: `SAMPLE${person.date_birth.replaceAll('-', '').slice(2, 5)}`,
    passport_date: addMonths(today, -24),
    passport_expire: addMonths(today, 60),
    planned_length_stay_from: from,
    planned_length_stay_to: to,
    period_from: from,
    period_to: to,
  };
  const answers: Partial<Record<FieldKind, unknown>> = {
    ...sampleAnswers(SAMPLE_FILES),
    address: { region: '14', district: '200', street: 'Sample 1', flat: '' },
    phone: '+998 71 200 00 00',
    flag: 'no',
    name: 'Sample',
    text: 'Sample',
    longtext: 'Sample',
  };
  const parts: Record<string, string | File> = {};
  for (const field of fieldsOf(type).filter(({ name }) => !isListName(name))) {
    const kind = kindOf(field);
    const isEmpty = !field.required && kind.shape === 'text';
    const answer = named[field.name] ?? (isEmpty ? '' : answers[field.kind]);
    for (const { name, value } of kind.toBodyParts(field.name, answer)) {
      if (typeof value === 'string') parts[name] = value;
      else if (isNewFile(value)) parts[name] = sampleFile(value);
    }
  }
  return parts;
}

/** Files of the folder `samples`: a PDF with the word "Sample", and a portrait. */
const SAMPLE_FILES = {
  document: { name: 'sample.pdf', size: 1, type: 'application/pdf' },
  photo: { name: 'sample.png', size: 1, type: 'image/png' },
} as const;

function sampleFile({ name, type }: NewFile): File {
  return new File([new Uint8Array(readSample(name))], name, { type: type ?? '' });
}
