/**
 * Two hundred applicants arrive at the same moment behind one network address, such as a carrier's or a university's. Each is
 * a separate browser in which the portal's own code sends and waits, without the pages. The limits are the real ones.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { endpointPath } from '../../../src/domain/api/endpoints.ts';
import { readExists } from '../../../src/domain/api/responses.ts';
import { OWN_BODY_FORM } from '../../../src/domain/application/body-form.ts';
import { partsOf } from '../../../src/domain/application/fields.ts';
import { readLogin, readUser } from '../../../src/domain/application/record.ts';
import { APPLICATION_ENDPOINTS } from '../../../src/domain/application/types.ts';
import { utcDate } from '../../../src/domain/input/date.ts';
import { sniffFileType } from '../../../src/domain/input/files.ts';
import { callEndpoint } from '../../../src/stores/api/client.ts';
import { type ApiResponse, failedResponse, readResponse } from '../../../src/stores/api/request.ts';
import { SubmissionStore } from '../../../src/stores/application/submission.ts';
import { submitOutcome } from '../../../src/stores/application/submit-outcome.ts';
import { ports } from '../../../src/stores/browser/ports.ts';
import type { ChosenFile } from '../../../src/stores/device/form-values.ts';
import { applicantForm, applicantValues, NO_LISTS } from '../../fixtures/applicants.ts';
import { setPorts } from '../../fixtures/ports.ts';
import { createDevice } from '../../unit/stores/application/one-device.ts';
import { PASSWORD } from '../support/applicants.ts';
import { fixture } from '../support/fill.ts';
import { startPortal } from '../support/own-portal.ts';

const CROWD = 200;
/** An address of the range that carriers share between customers (RFC 6598). */
const ADDRESS = '100.64.7.1';
const LOCALE = 'ru';
/** All have one type, since each create call has its own limit. */
const TYPE = 'specialist';

/** The cookies of the browser in which the code runs, by name. */
const cookies = new AsyncLocalStorage<Map<string, string>>();

/** A network whose calls all have one address. `refusals` has the headers of each 429. */
function sharedNetwork(origin: string) {
  const refusals: Headers[] = [];
  const send: typeof fetch = async (path, init) => {
    const jar = cookies.getStore() ?? new Map<string, string>();
    const headers = new Headers(init?.headers);
    headers.set('CF-Connecting-IP', ADDRESS);
    headers.set('Cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(origin + String(path), { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    if (response.status === 429) refusals.push(response.headers);
    return response;
  };
  return { refusals, send };
}

const after = (ms: number) => new Promise<void>((resolve) => void ports.after(ms, resolve));

function file(name: string): ChosenFile {
  const bytes = readFileSync(fixture(name));
  return { name, size: bytes.length, type: sniffFileType(bytes), blob: new Blob([bytes]) };
}

/** Calls until success, retrying when busy like the portal. @returns the body of the response */
async function untilAccepted(call: () => Promise<ApiResponse>): Promise<unknown> {
  for (let tries = 1, waited = 0; ; tries += 1) {
    const response = await call();
    if (response.ok) return response.body;
    const outcome = submitOutcome.of(response);
    const isPassing = outcome.result === 'busy' || outcome.result === 'unclear';
    const pause = isPassing ? submitOutcome.pauseBefore(tries, waited, outcome) : null;
    if (pause === null) throw new Error(`given up after ${tries} tries: ${response.refusal.code}`);
    waited += pause;
    await after(pause * 1000);
  }
}

/** `fetch` in place of XMLHttpRequest, which only browsers have. */
async function upload({
  type,
  form,
  idempotencyKey,
  locale,
}: Parameters<ConstructorParameters<typeof SubmissionStore>[0]['send']>[0]): Promise<ApiResponse> {
  const headers = { 'Accept-Language': locale, 'Idempotency-Key': idempotencyKey };
  const path = endpointPath(APPLICATION_ENDPOINTS[type].create, {});
  try {
    const response = await ports.fetch(path, { method: 'POST', headers, body: form });
    return readResponse(response.status, response.headers, await response.text());
  } catch {
    return failedResponse('no_answer');
  }
}

/** Fills in the parts and sends them from the review page. @returns the application's number */
async function apply(email: string): Promise<string> {
  const draft = createDevice().tab();
  await draft.openDraft();
  draft.chooseType(TYPE);
  const values = applicantValues(utcDate(new Date()), file, { ...NO_LISTS, email });
  for (const part of partsOf(TYPE)) expect(draft.savePart(part, applicantForm(TYPE, { part }, values))).toEqual({});
  let number = '';
  const submission = new SubmissionStore({
    draft,
    send: upload,
    wait: after,
    online: async () => undefined,
    now: () => new Date(ports.now()),
    checkEmail: async () => 'free',
    supportsKeys: () => true,
    rememberKeySupport: () => undefined,
    loadBodyForm: async () => OWN_BODY_FORM,
    loadPhoneCheck: async () => undefined,
    storeSubmitted: async ({ id }) => {
      number = id ?? '';
    },
  });
  await submission.submitApplication(PASSWORD, LOCALE);
  expect(submission.$submission.get(), email).toEqual({ phase: 'done', percent: 100, uncertain: false });
  return number;
}

/** Runs from the first question to the account. @returns the number shown after sending, and that of the account */
async function applyAndSignIn(email: string) {
  const taken = await untilAccepted(() => callEndpoint('checkEmail', { json: { email } }));
  expect(readExists(taken), email).toBe(false);
  const created = await apply(email);
  const login = await untilAccepted(() => callEndpoint('login', { json: { email, password: PASSWORD } }));
  const lastToken = readLogin(login)?.token ?? '';
  const user = await untilAccepted(() => callEndpoint('currentUser', { lastToken }));
  return { email, created, shown: readUser(user)?.id };
}

test('200 applicants behind one address have their application and account within ten minutes', async () => {
  test.setTimeout(15 * 60_000);
  const portal = await startPortal();
  const { refusals, send } = sharedNetwork(portal.origin);
  setPorts({ fetch: send, online: () => true });
  try {
    const emails = Array.from({ length: CROWD }, (_, index) => `crowd.${index}@example.org`);
    const seen = await Promise.all(emails.map((email) => cookies.run(new Map(), applyAndSignIn, email)));

    expect(seen.filter(({ created, shown }) => created !== shown)).toEqual([]);
    const rows = portal.storage().DB.prepare("SELECT fields ->> 'email' AS email, id FROM applicants").all();
    const stored = rows.map(({ email, id }) => `${email} ${id}`);
    expect(stored.sort()).toEqual(seen.map(({ email, created }) => `${email} ${created}`).sort());
    expect(refusals.length).toBeGreaterThan(0);
    for (const headers of refusals) expect(headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
  } finally {
    setPorts({});
    await portal.stop();
  }
});
