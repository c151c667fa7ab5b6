import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordIn } from '../../../../functions/gateway/host/adapter.ts';
import { OWN_BODY_FORM } from '../../../../src/domain/application/body-form.ts';
import { partOf } from '../../../../src/domain/application/fields.ts';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import type { ApiResponse, CallRefusal } from '../../../../src/stores/api/request.ts';
import { DRAFT_KEY, type DraftContent } from '../../../../src/stores/application/draft-record.ts';
import { SubmissionStore } from '../../../../src/stores/application/submission.ts';
import type { Submitted } from '../../../../src/stores/application/submitted.ts';
import { chosenFile, date, saveParts, TODAY } from './filled-forms.ts';
import { createDevice, type Device, reloadTab, type Tab } from './one-device.ts';

const PASSWORD = 'seven green lanterns';
const RECORD = {
  id: '42',
  application_type: 'founder',
  application_status_history: [{ status_type: 'submitted', created_at: '2026-11-21T09:00:05Z', note: '' }],
};

const stored: ApiResponse = { ok: true, status: 201, body: { data: RECORD } };
const refusal = (status: number, details: CallRefusal): ApiResponse => ({ ok: false, status, refusal: details });
const lost = refusal(0, { code: 'no_answer' });

let device: Device;
let tab: Tab;
type SendRequest = Parameters<ConstructorParameters<typeof SubmissionStore>[0]['send']>[0];
let requests: SendRequest[];
let responses: (ApiResponse | (() => Promise<ApiResponse>))[];
let waits: number[];
let remembered: Submitted[];
let inMemory: { values: ApplicationValues; password: string } | null;
let phases: string[];
let submission: SubmissionStore;
let online: () => Promise<void>;
let asked: string[];
let emailCheck: 'free' | 'taken' | 'unknown' | CallRefusal;
/** Whether the host has shown support for idempotency keys; `by-check` shows it with the response of check-email. */
let keysShown: boolean | 'by-check';

/** Prepares the review page of a draft; the host sends `responses` one after the other and repeats the last. */
function checkOn(draft: Tab): void {
  tab = draft;
  submission = new SubmissionStore({
    draft,
    send: async (request) => {
      requests.push(request);
      const response = responses.length > 1 ? responses.shift() : responses[0];
      if (!response) throw new Error('the test set no response');
      return typeof response === 'function' ? response() : response;
    },
    wait: async (ms) => {
      waits.push(ms / 1000);
    },
    online: () => online(),
    now: () => new Date(),
    checkEmail: async (email) => {
      asked.push(email);
      if (keysShown === 'by-check') keysShown = true;
      return emailCheck;
    },
    supportsKeys: () => keysShown === true,
    rememberKeySupport: () => {
      keysShown = true;
    },
    loadBodyForm: async () => OWN_BODY_FORM,
    loadPhoneCheck: async () => undefined,
    storeSubmitted: async (submitted, sent) => {
      remembered.push(submitted);
      inMemory = sent;
    },
  });
  submission.$submission.listen(({ phase }) => {
    if (phases.at(-1) !== phase) phases.push(phase);
  });
}

beforeEach(async () => {
  vi.useFakeTimers({ now: TODAY });
  device = createDevice();
  requests = [];
  responses = [stored];
  waits = [];
  asked = [];
  emailCheck = 'free';
  keysShown = true;
  remembered = [];
  inMemory = null;
  phases = [];
  online = async () => undefined;
  const first = device.tab();
  await first.openDraft();
  first.chooseType('founder');
  saveParts(first, 'founder');
  await first.flushDraft();
  checkOn(first);
});
afterEach(() => {
  vi.useRealTimers();
});

const send = (password = PASSWORD, again = false) => submission.submitApplication(password, 'en', again);
const state = () => submission.$submission.get();
const keys = () => requests.map(({ idempotencyKey }) => idempotencyKey);
const isIntact = () => tab.$draft.get().step1Data.surname === 'Ivanova' && device.stored.size > 0;

describe('a submission that arrives', () => {
  it('a submission sends all answers with password, key and language', async () => {
    await send();
    const [{ type, form, idempotencyKey, locale }] = requests as [SendRequest];
    expect(type).toBe('founder');
    expect(form.get('surname')).toBe('Ivanova');
    expect(form.get('date_birth')).toBe('1990-05-17');
    expect(form.get('password')).toBe(PASSWORD);
    expect(form.get('file4')).toMatchObject({ name: 'passport.pdf', type: 'application/pdf' });
    expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(locale).toBe('en');
  });

  it('a submission that arrives is remembered for the success page, and the draft is deleted', async () => {
    await send();
    expect(state()).toEqual({ phase: 'done', percent: 100, uncertain: false });
    expect(remembered).toEqual([{ id: '42', type: 'founder', at: '2026-11-21T09:00:05Z', mailsSteps: true }]);
    expect(inMemory).toMatchObject({
      password: PASSWORD,
      values: { surname: 'Ivanova', petitioner_name: 'Aziz' },
    });
    expect(device.stored.size).toBe(0);
    expect(tab.$draft.get()).toMatchObject({ type: null, stepStatus: 0 });
  });

  it('a submission reports the progress of the whole and of each file', async () => {
    const seen: unknown[] = [];
    responses = [
      async () => {
        for (const percent of [0, 100]) {
          requests[0]?.onProgress(percent);
          const { files = [] } = state();
          seen.push([state().percent, files.map((file) => [file.name, file.percent])]);
        }
        return stored;
      },
    ];
    await send();
    const files = ['passport.pdf', 'photo.jpg', 'resume.pdf', 'certificate.pdf'];
    expect(seen).toEqual([0, 100].map((percent) => [percent, files.map((name) => [name, percent])]));
  });

  it('a submission is sent once for several presses', async () => {
    await Promise.all([send(), send(), send()]);
    expect(requests).toHaveLength(1);
  });

  it('a submission leaves the password in no storage or state', async () => {
    responses = [refusal(413, { code: 'too_large' })];
    await send();
    expect(JSON.stringify([...device.stored.values(), tab.$draft.get(), state()])).not.toContain(PASSWORD);
  });
});

describe('a submission before it is sent', () => {
  it.each([
    ['short', 'password_short'],
    ['', 'required'],
    ['password1234', 'password_common'],
    ['ivanova-ivanova-1', 'password_personal'],
  ])('a submission with the password "%s" is refused at its field', async (password, code) => {
    await send(password);
    expect(state()).toMatchObject({ phase: 'refused', refusal: { fields: { password: [code] } } });
    expect(requests).toHaveLength(0);
  });

  it('a submission with an invalid answer is refused', async () => {
    tab.typeInPart('name', { surname: '' });
    await send();
    expect(state()).toMatchObject({ phase: 'refused', refusal: { fields: { surname: ['required'] } } });
    expect(requests).toHaveLength(0);
  });

  it('a submission whose stay began since the form was filled in is refused', async () => {
    saveParts(tab, 'founder', 2, { planned_length_stay_from: date('2026-11-21') });
    expect(tab.$draft.get().stepStatus).toBe(3);
    vi.setSystemTime(new Date(TODAY.getTime() + 24 * 60 * 60 * 1000));
    await send();
    expect(state().refusal?.fields).toEqual({ planned_length_stay_from: ['stay_in_past'] });
    expect(requests).toHaveLength(0);
  });

  it('a submission sends unsaved edits', async () => {
    tab.typeInPart('name', { surname: 'Petrova' });
    await send();
    expect(requests[0]?.form.get('surname')).toBe('Petrova');
  });

  it('a submission is refused in a tab that does not own the draft', async () => {
    const later = device.tab();
    await later.openDraft();
    checkOn(later);
    await send();
    expect(state()).toMatchObject({ phase: 'failed', refusal: { code: 'stale' } });
    expect(requests).toHaveLength(0);
  });
});

describe('a submission without a response', () => {
  it.each<[string, ApiResponse]>([
    ['a lost connection or a time-out', lost],
    ['502', refusal(502, { code: 'host_unreachable' })],
    ['504', refusal(504, { code: 'host_timeout' })],
    ['an error page of a proxy', refusal(520, { code: 'internal' })],
    ['an error of the host, which may have stored it', refusal(500, { code: 'internal' })],
  ])('a submission is repeated with the same key and shown as checking after %s', async (_, response) => {
    responses = [response, stored];
    await send();
    expect(phases).toEqual(['sending', 'checking', 'done']);
    expect(keys()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
  });

  it('a submission is repeated only once the device has a network again', async () => {
    let comeBack: () => void = () => undefined;
    online = () =>
      new Promise((resolve) => {
        comeBack = resolve;
      });
    responses = [lost, stored];
    const sending = send();
    await expect.poll(() => waits).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(1);
    expect(state().phase).toBe('checking');
    comeBack();
    await sending;
    expect(state().phase).toBe('done');
  });

  it('a submission ends as uncertain after attempts with growing pauses, and the draft stays', async () => {
    responses = [lost];
    await send();
    expect(state()).toMatchObject({ phase: 'failed', uncertain: true, refusal: { code: 'no_answer' } });
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(requests.length).toBeGreaterThan(2);
    expect(requests.length).toBeLessThan(10);
    expect(new Set(keys()).size).toBe(1);
    expect(isIntact()).toBe(true);
    expect(tab.$draft.get().sentAt).not.toBeNull();
  });

  it('an uncertain submission has the same key when the applicant tries again', async () => {
    responses = [lost];
    await send();
    responses = [stored];
    await send();
    expect(new Set(keys()).size).toBe(1);
    expect(state().phase).toBe('done');
  });

  it('an uncertain submission with the same content has the same key after a reload', async () => {
    responses = [lost];
    await send();
    const again = reloadTab(device);
    await again.openDraft();
    expect(again.$draft.get().sentAt).not.toBeNull();
    checkOn(again);
    responses = [stored];
    await send();
    expect(new Set(keys()).size).toBe(1);
  });

  it('an uncertain submission can be repeated the next day although its stay began on the first', async () => {
    saveParts(tab, 'founder', 2, { planned_length_stay_from: date('2026-11-21') });
    responses = [lost];
    await send();
    vi.setSystemTime(new Date(TODAY.getTime() + 24 * 60 * 60 * 1000));
    responses = [stored];
    await send();
    expect(new Set(keys()).size).toBe(1);
    expect(state().phase).toBe('done');
  });

  it('a submission stays uncertain when the next attempt finds the device offline', async () => {
    responses = [lost];
    await send();
    responses = [refusal(0, { code: 'offline' })];
    await send();
    expect(state()).toMatchObject({ phase: 'failed', uncertain: true });
  });
});

/** The response of another host as the gateway passes it on. */
const throughGateway = (body: unknown): ApiResponse => ({
  ok: true,
  status: 201,
  body: { data: recordIn('createFounder', body) },
});

describe('a 2xx to a submission', () => {
  it.each<[string, unknown, string | null]>([
    ['a number beside a message', { message: 'Created', id: 57 }, '57'],
    ['a number as text', { id: ' A-57/2026 ' }, 'A-57/2026'],
    ['a number in data', { data: { id: 57 } }, '57'],
    ['an empty object', {}, null],
    ['a list', [], null],
    ['null or an empty body', null, null],
    ['a body that is not JSON', undefined, null],
    ['a text', 'Created', null],
    ['a number of another form', { id: { value: 57 } }, null],
    ['a negative number', { id: -1 }, null],
    ['a fraction', { id: 5.7 }, null],
    ['an empty number', { id: ' ' }, null],
    ['a number with markup', { id: '<b>57</b>' }, null],
    ['a number with hidden characters', { id: '57\u202e' }, null],
    ['a long text as number', { id: '5'.repeat(65) }, null],
  ])('a 2xx to a submission means stored, and the submission is not sent again: %s', async (_, body, id) => {
    keysShown = false;
    responses = [throughGateway(body)];
    await send();
    expect(requests).toHaveLength(1);
    expect(state().phase).toBe('done');
    expect(remembered).toEqual([{ id, type: 'founder', at: TODAY.toISOString(), mailsSteps: false }]);
    expect(device.stored.size).toBe(0);
  });

  it.each<[string, object]>([
    ['a status of its own', { status_type: 'new', created_at: '2026-11-21T09:00:05Z' }],
    ['no time', { status_type: 'submitted' }],
    ['a time without a zone', { status_type: 'submitted', created_at: '2026-11-20 10:00:00' }],
  ])('nothing is promised after a submission whose record has %s', async (_, entry) => {
    responses = [throughGateway({ data: { ...RECORD, application_status_history: [entry] } })];
    await send();
    expect(remembered).toMatchObject([{ id: '42', mailsSteps: false }]);
  });
});

describe('a lost response of a host that has shown no support for keys', () => {
  const lostResponses: [string, ApiResponse][] = [
    ['a lost connection or a time-out', lost],
    ['502', refusal(502, { code: 'host_unreachable' })],
    ['504', refusal(504, { code: 'host_timeout' })],
    ['500', refusal(500, { code: 'internal' })],
  ];
  beforeEach(() => {
    keysShown = false;
  });

  it.each(lostResponses)('a submission with a lost response is not sent again by itself: %s', async (_, response) => {
    responses = [response];
    await send();
    expect(requests).toHaveLength(1);
    expect(asked).toEqual(['anna@example.org']);
    expect(phases).toEqual(['sending', 'checking', 'unknown']);
    expect(state()).toMatchObject({
      phase: 'unknown',
      emailAvailability: 'free',
      refusal: (response as { refusal: CallRefusal }).refusal,
    });
    expect(isIntact()).toBe(true);
    expect(tab.$draft.get().sentAt).not.toBeNull();
  });

  it.each(['free', 'taken', 'unknown'] as const)(
    'a submission with a lost response reports the result of check-email: %s',
    async (emailAvailability) => {
      emailCheck = emailAvailability;
      responses = [lost];
      await send();
      expect(state()).toMatchObject({ phase: 'unknown', emailAvailability });
    },
  );

  it('a lost response to check-email is asked for again, and nothing is sent meanwhile', async () => {
    emailCheck = { code: 'no_answer' };
    responses = [lost];
    await send();
    expect(asked.length).toBeGreaterThan(2);
    expect(requests).toHaveLength(1);
    expect(state()).toMatchObject({ phase: 'unknown', emailAvailability: 'unknown' });
  });

  it('a refused check-email leaves the result unknown', async () => {
    emailCheck = { code: 'refused' };
    responses = [lost];
    await send();
    expect(asked).toHaveLength(1);
    expect(state()).toMatchObject({ phase: 'unknown', emailAvailability: 'unknown' });
  });

  it('a submission is repeated under its key once check-email shows support for keys', async () => {
    keysShown = 'by-check';
    responses = [lost, stored];
    await send();
    expect(keys()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
    expect(state().phase).toBe('done');
  });

  it('submitting again after a lost response asks check-email and sends nothing', async () => {
    responses = [lost];
    await send();
    await send();
    expect(requests).toHaveLength(1);
    expect(asked).toHaveLength(2);
    expect(state().phase).toBe('unknown');
  });

  it.each([
    ['the same answers', () => undefined],
    ['other answers', () => saveParts(tab, 'founder', 1, { surname: 'Petrova' })],
    ['another address', () => saveParts(tab, 'founder', 1, { email: 'other@example.org' })],
  ])('submitting after a reload asks check-email before it sends: %s', async (_, change) => {
    responses = [lost];
    await send();
    const again = reloadTab(device);
    await again.openDraft();
    checkOn(again);
    change();
    await send();
    expect(requests).toHaveLength(1);
    expect(asked).toEqual(['anna@example.org', 'anna@example.org']);
    expect(state()).toMatchObject({ phase: 'unknown', emailAvailability: 'free' });
  });

  it('a submission is sent again when the applicant decides so', async () => {
    responses = [lost];
    await send();
    responses = [stored];
    await send(PASSWORD, true);
    expect(requests).toHaveLength(2);
    expect(state().phase).toBe('done');
  });

  it('a submission stays uncertain when its repetition is refused', async () => {
    responses = [lost];
    await send();
    responses = [refusal(413, { code: 'too_large' })];
    await send(PASSWORD, true);
    expect(state()).toMatchObject({ phase: 'failed', refusal: { code: 'too_large' } });
    await send();
    expect(requests).toHaveLength(2);
    expect(state().phase).toBe('unknown');
  });

  it('a refused address does not mean that the submission has arrived before', async () => {
    responses = [lost];
    await send();
    responses = [refusal(409, { code: 'conflict', sentence: 'Application exists' })];
    await send(PASSWORD, true);
    expect(state()).toMatchObject({
      phase: 'refused',
      notice: { code: 'conflict', sentence: 'Application exists' },
    });
    expect(state().arrivedBefore).toBeUndefined();
  });

  it("a refusal of a submission's first attempt is certain", async () => {
    responses = [refusal(422, { code: 'validation_failed' })];
    await send();
    responses = [stored];
    await send();
    expect(asked).toEqual([]);
    expect(state().phase).toBe('done');
  });

  it('a submission is repeated when the host was too busy', async () => {
    responses = [refusal(429, { code: 'slow_down' }), stored];
    await send();
    expect(requests).toHaveLength(2);
    expect(state().phase).toBe('done');
  });
});

describe('the idempotency key', () => {
  it('the idempotency key is stored before it is sent', async () => {
    const keyOnDevice = () => (device.stored.get(DRAFT_KEY) as DraftContent).idempotencyKey;
    let onDevice: unknown;
    responses = [
      async () => {
        onDevice = keyOnDevice();
        return stored;
      },
    ];
    await send();
    expect(keys()).toEqual([onDevice]);
  });

  it.each<[string, () => void]>([
    ['a text', () => saveParts(tab, 'founder', 1, { surname: 'Petrova' })],
    ['a file', () => saveParts(tab, 'founder', 1, { resume_file: chosenFile('resume.pdf', '%PDF-another') })],
  ])('the idempotency key changes with the content: %s', async (_, change) => {
    responses = [refusal(422, { code: 'validation_failed', fields: { surname: ['name_characters'] } })];
    await send();
    change();
    responses = [stored];
    await send();
    expect(new Set(keys()).size).toBe(2);
  });

  it('the idempotency key stays when a change is reverted or the same file is chosen again', async () => {
    responses = [lost];
    await send();
    saveParts(tab, 'founder', 1, { surname: 'Petrova' });
    saveParts(tab, 'founder', 1, { file4: chosenFile('renamed.pdf', '%PDF-1.7 passport.pdf') });
    responses = [stored];
    await send();
    expect(new Set(keys()).size).toBe(1);
  });

  it('the idempotency key is replaced once after idempotency_mismatch', async () => {
    responses = [refusal(422, { code: 'idempotency_mismatch' }), refusal(409, { code: 'email_taken' })];
    await send();
    expect(new Set(keys()).size).toBe(2);
    expect(state()).toMatchObject({ phase: 'refused', refusal: { code: 'email_taken' } });
  });

  it('the idempotency key of an arrived attempt stays, so that its password returns its response', async () => {
    responses = [lost];
    await send();
    responses = [refusal(422, { code: 'idempotency_mismatch' }), refusal(409, { code: 'email_taken' })];
    await send('another password');
    expect(state()).toMatchObject({ phase: 'refused', refusal: { code: 'email_taken' }, arrivedBefore: true });
    expect(isIntact()).toBe(true);
    expect(tab.$draft.get().sentAt).not.toBeNull();
    responses = [stored];
    await send();
    expect(keys().at(-1)).toBe(keys()[0]);
    expect(state().phase).toBe('done');
  });

  it('the idempotency key of an arrived attempt stays when changed answers are email_taken', async () => {
    responses = [lost];
    await send();
    saveParts(tab, 'founder', 1, { surname: 'Petrova' });
    responses = [refusal(409, { code: 'email_taken' })];
    await send();
    expect(state()).toMatchObject({ phase: 'refused', arrivedBefore: true });
    saveParts(tab, 'founder', 1);
    responses = [stored];
    await send();
    expect(keys().at(-1)).toBe(keys()[0]);
  });

  it.each<[string, typeof emailCheck, object, number]>([
    ['has arrived', 'taken', { phase: 'refused', arrivedBefore: true }, 0],
    ['is unknown to check-email', { code: 'no_answer' }, { phase: 'failed', uncertain: true }, 0],
    ['has not arrived', 'free', { phase: 'done' }, 1],
  ])(
    'the idempotency key is not used for another address while the first attempt %s',
    async (_, check, outcome, sent) => {
      responses = [lost];
      await send();
      const tries = requests.length;
      const again = reloadTab(device);
      await again.openDraft();
      checkOn(again);
      saveParts(again, 'founder', 1, { email: 'other@example.org' });
      emailCheck = check;
      responses = [stored];
      await send();
      expect(asked).toEqual(['anna@example.org']);
      expect(state()).toMatchObject(outcome);
      expect(requests).toHaveLength(tries + sent);
    },
  );

  it('the idempotency key is not replaced twice', async () => {
    responses = [refusal(422, { code: 'idempotency_mismatch' })];
    await send();
    expect(requests).toHaveLength(2);
    expect(state()).toMatchObject({ phase: 'failed', refusal: { code: 'idempotency_mismatch' } });
  });
});

describe('a refusal of a submission', () => {
  it('a refusal lists errors by form path', async () => {
    const fields = { surname: ['name_characters'], 'last_trips.0.date_to': ['trip_ends_before_start'] };
    responses = [refusal(422, { code: 'validation_failed', fields })];
    await send();
    expect(state()).toMatchObject({
      phase: 'refused',
      uncertain: false,
      refusal: {
        fields: { surname: ['name_characters'], 'last_trips.0.trim_date.date_to': ['trip_ends_before_start'] },
      },
    });
    expect(isIntact()).toBe(true);
    expect(tab.$draft.get().sentAt).toBeNull();
  });

  it('email_taken is shown at the email field', async () => {
    responses = [refusal(409, { code: 'email_taken' })];
    await send();
    expect(state()).toMatchObject({
      phase: 'refused',
      refusal: { code: 'email_taken', fields: { email: ['email_taken'] } },
    });
    expect(state().arrivedBefore).toBeUndefined();
    expect(tab.$draft.get().sentAt).toBeNull();
  });

  it('a submission waits as long as the host asks and shows it', async () => {
    let shown: unknown;
    responses = [refusal(429, { code: 'slow_down', retryAfter: 20 }), stored];
    online = async () => {
      shown = state();
    };
    await send();
    expect(waits).toEqual([20]);
    expect(shown).toMatchObject({ phase: 'sending', refusal: { code: 'slow_down', retryAfter: 20 } });
    expect(state().phase).toBe('done');
  });

  it.each<CallRefusal>([{ code: 'busy', retryAfter: 7 }, { code: 'slow_down' }, { code: 'in_progress' }])(
    'a submission waits up to five minutes while the host is busy: %o',
    async (expected) => {
      responses = Array.from({ length: 100 }, () => refusal(503, expected));
      await send();
      const waited = waits.reduce((sum, seconds) => sum + seconds, 0);
      expect(waited).toBeLessThanOrEqual(300);
      expect(waited + (waits.at(-1) ?? 0)).toBeGreaterThan(300);
      expect(state()).toMatchObject({ phase: 'failed', refusal: expected });
      expect(new Set(keys()).size).toBe(1);
      expect(isIntact()).toBe(true);
    },
  );

  it('a submission passes when the host accepts it after five minutes', async () => {
    responses = [...Array.from({ length: 5 }, () => refusal(429, { code: 'slow_down', retryAfter: 60 })), stored];
    await send();
    expect(waits).toEqual([60, 60, 60, 60, 60]);
    expect(state().phase).toBe('done');
  });

  it('a submission does not wait when the host asks for a very long pause', async () => {
    responses = [refusal(429, { code: 'slow_down', retryAfter: 900 })];
    await send();
    expect(waits).toEqual([]);
    expect(state()).toMatchObject({
      phase: 'failed',
      uncertain: false,
      refusal: { code: 'slow_down', retryAfter: 900 },
    });
  });

  it('a submission waits while the first attempt is in progress', async () => {
    responses = [refusal(409, { code: 'in_progress' }), refusal(409, { code: 'in_progress' }), stored];
    await send();
    expect(phases).toEqual(['sending', 'checking', 'done']);
    expect(new Set(keys()).size).toBe(1);
  });

  it.each<[CallRefusal['code'], number]>([
    ['too_large', 413],
    ['unsupported_media', 415],
    ['malformed', 400],
    ['offline', 0],
  ])('the refusal %s ends the attempt, and the next one has the same key', async (code, status) => {
    responses = [refusal(status, { code })];
    await send();
    expect(state()).toMatchObject({ phase: 'failed', uncertain: false, refusal: { code } });
    expect(requests).toHaveLength(1);
    expect(isIntact()).toBe(true);
    responses = [stored];
    await send();
    expect(new Set(keys()).size).toBe(1);
    expect(state().phase).toBe('done');
  });

  it('resetSubmission clears the refusal', async () => {
    responses = [refusal(413, { code: 'too_large' })];
    await send();
    submission.resetSubmission();
    expect(state()).toEqual({ phase: 'idle', percent: 0, uncertain: false });
  });
});

describe('refused answers', () => {
  const refused = () => tab.$draft.get().refused;
  const FIELDS = { surname: ['name_characters'], email: ['email_taken'], 'last_trips.0.date_to': ['date_unreal'] };
  const refuse = async () => {
    responses = [refusal(422, { code: 'validation_failed', fields: FIELDS })];
    await send();
  };

  it('refused answers are shown at the fields of all parts until these are saved again', async () => {
    await refuse();
    const { surname, email } = FIELDS;
    expect(refused()).toEqual({ surname, email, 'last_trips.0.trim_date.date_to': ['date_unreal'] });
    submission.resetSubmission();
    tab.clearRefused((path) => partOf('founder', path) === 'travel');
    expect(refused()).toEqual({ surname, email });
    tab.clearRefused((path) => partOf('founder', path) === 'name');
    expect(refused()).toEqual({ email });
  });

  it('refused answers are cleared by the next submission, whose own refusal is shown', async () => {
    await refuse();
    let meanwhile: unknown;
    responses = [
      async () => {
        meanwhile = refused();
        return refusal(409, { code: 'email_taken' });
      },
    ];
    await send();
    expect(meanwhile).toEqual({});
    expect(refused()).toEqual({ email: ['email_taken'] });
    responses = [stored];
    await send();
    expect(refused()).toEqual({});
  });

  it('no answer is refused when the same device has sent the application before', async () => {
    responses = [lost];
    await send();
    saveParts(tab, 'founder', 1, { surname: 'Petrova' });
    responses = [refusal(409, { code: 'email_taken', fields: { email: ['email_taken'] } })];
    await send();
    expect(state()).toMatchObject({ phase: 'refused', arrivedBefore: true });
    expect(refused()).toEqual({});
  });

  it('refused answers are shown after a reload unless corrected', async () => {
    await refuse();
    tab.clearRefused((path) => path !== 'email');
    await tab.flushDraft();
    checkOn(reloadTab(device));
    await tab.openDraft();
    expect(refused()).toEqual({ email: ['email_taken'] });
  });

  it('a refused answer that is corrected while the draft is being read is not refused any more', async () => {
    await refuse();
    await tab.flushDraft();
    checkOn(reloadTab(device));
    tab.typeInPart('name', { surname: 'Petrova' }, 'surname');
    tab.clearRefused((path) => path === 'surname');
    await tab.openDraft();
    expect(tab.formOf(1)).toMatchObject({ surname: 'Petrova' });
    expect(Object.keys(refused())).toEqual(['email', 'last_trips.0.trim_date.date_to']);
  });

  it('refused answers are deleted with the draft', async () => {
    await refuse();
    tab.typeInPart('name', { surname: 'Petrova' });
    await tab.flushDraft();
    expect(refused()).not.toEqual({});
    await tab.deleteDraft();
    expect(refused()).toEqual({});
  });
});
