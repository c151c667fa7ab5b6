import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { partOf } from '../../../../src/domain/application/fields.ts';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import type { ApiError, ApiResponse } from '../../../../src/stores/api/request.ts';
import { DRAFT_KEY, type DraftContent } from '../../../../src/stores/application/draft-record.ts';
import { createSubmission } from '../../../../src/stores/application/submission.ts';
import type { SendRequest } from '../../../../src/stores/application/submission-state.ts';
import type { Submitted } from '../../../../src/stores/application/submitted.ts';
import { chosen, date, saveParts, TODAY } from './filled-forms.ts';
import { type Device, oneDevice, reloaded, type Tab } from './one-device.ts';

const PASSWORD = 'seven green lanterns';
const RECORD = {
  id: '42',
  application_type: 'founder',
  application_status_history: [{ status_type: 'submitted', created_at: '2026-11-21T09:00:05Z', note: '' }],
};

const stored: ApiResponse = { ok: true, status: 201, body: { data: RECORD } };
const refusal = (status: number, error: ApiError): ApiResponse => ({ ok: false, status, error });
const lost = refusal(0, { code: 'no_answer' });

let device: Device;
let tab: Tab;
let requests: SendRequest[];
let answers: (ApiResponse | (() => Promise<ApiResponse>))[];
let waits: number[];
let remembered: Submitted[];
let inMemory: { values: ApplicationValues; password: string } | null;
let phases: string[];
let submission: ReturnType<typeof createSubmission>;
let online: () => Promise<void>;
let asked: string[];
let addressAnswer: 'free' | 'taken' | 'unknown' | ApiError;
/** Whether the host has shown that it knows idempotency keys; `by-check`: it does in the answer of check-email. */
let keysShown: boolean | 'by-check';

/** The check on a device: the draft is filled in, and the host gives `answers` one after the other, the last one for ever. */
function checkOn(draft: Tab): void {
  tab = draft;
  submission = createSubmission({
    draft,
    send: async (request) => {
      requests.push(request);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (!answer) throw new Error('the test gave no answer');
      return typeof answer === 'function' ? answer() : answer;
    },
    wait: async (ms) => {
      waits.push(ms / 1000);
    },
    online: () => online(),
    now: () => new Date(),
    checkEmail: async (email) => {
      asked.push(email);
      if (keysShown === 'by-check') keysShown = true;
      return addressAnswer;
    },
    supportsKeys: () => keysShown === true,
    recordKeySupport: () => {
      keysShown = true;
    },
    loadPhoneCheck: async () => undefined,
    storeSubmitted: (submitted, sent) => {
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
  device = oneDevice();
  requests = [];
  answers = [stored];
  waits = [];
  asked = [];
  addressAnswer = 'free';
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

describe('an application that arrives', () => {
  it('is sent whole, with the password, the key and the language', async () => {
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

  it('is remembered for the success page, and the draft is gone', async () => {
    await send();
    expect(state()).toEqual({ phase: 'done', percent: 100, uncertain: false });
    expect(remembered).toEqual([{ id: '42', type: 'founder', at: '2026-11-21T09:00:05Z', isOfContract: true }]);
    expect(inMemory).toMatchObject({
      password: PASSWORD,
      values: { surname: 'Ivanova', petitioner_name: 'Aziz' },
    });
    expect(device.stored.size).toBe(0);
    expect(tab.$draft.get()).toMatchObject({ type: null, stepStatus: 0 });
  });

  it('shows how much has left, of the whole and of each file', async () => {
    const seen: unknown[] = [];
    answers = [
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

  it('is sent once when the button is pressed twice', async () => {
    await Promise.all([send(), send(), send()]);
    expect(requests).toHaveLength(1);
  });

  it('leaves the password in no storage and in no state', async () => {
    answers = [refusal(413, { code: 'too_large' })];
    await send();
    expect(JSON.stringify([...device.stored.values(), tab.$draft.get(), state()])).not.toContain(PASSWORD);
  });
});

describe('before anything is sent', () => {
  it.each([
    ['short', 'password_short'],
    ['', 'required'],
    ['password1234', 'password_common'],
    ['ivanova-ivanova-1', 'password_personal'],
  ])('refuses the password "%s" at its field', async (password, code) => {
    await send(password);
    expect(state()).toMatchObject({ phase: 'refused', error: { fields: { password: [code] } } });
    expect(requests).toHaveLength(0);
  });

  it('checks the whole once more, such as a date that has passed meanwhile', async () => {
    tab.typeInPart('name', { surname: '' });
    await send();
    expect(state()).toMatchObject({ phase: 'refused', error: { fields: { surname: ['required'] } } });
    expect(requests).toHaveLength(0);
  });

  it('tells a stay whose first day has passed since the form was filled in', async () => {
    saveParts(tab, 'founder', 2, { planned_length_stay_from: date('2026-11-21') });
    expect(tab.$draft.get().stepStatus).toBe(3);
    vi.setSystemTime(new Date(TODAY.getTime() + 24 * 60 * 60 * 1000));
    await send();
    expect(state().error?.fields).toEqual({ planned_length_stay_from: ['stay_in_past'] });
    expect(requests).toHaveLength(0);
  });

  it('sends what was typed a moment ago', async () => {
    tab.typeInPart('name', { surname: 'Petrova' });
    await send();
    expect(requests[0]?.form.get('surname')).toBe('Petrova');
  });

  it('sends nothing from a tab that does not own the draft', async () => {
    const later = device.tab();
    await later.openDraft();
    checkOn(later);
    await send();
    expect(state()).toMatchObject({ phase: 'failed', error: { code: 'stale' } });
    expect(requests).toHaveLength(0);
  });
});

describe('an answer that does not come', () => {
  it.each<[string, ApiResponse]>([
    ['a lost connection or a time-out', lost],
    ['502', refusal(502, { code: 'host_unreachable' })],
    ['504', refusal(504, { code: 'host_timeout' })],
    ['an error page of something in between', refusal(520, { code: 'internal' })],
    ['a fault of the host, which may have stored it before', refusal(500, { code: 'internal' })],
  ])('is asked for again with the same key, and told as checking: %s', async (_, answer) => {
    answers = [answer, stored];
    await send();
    expect(phases).toEqual(['sending', 'checking', 'done']);
    expect(keys()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
  });

  it('is not asked for before the device has a network again', async () => {
    let comeBack: () => void = () => undefined;
    online = () =>
      new Promise((resolve) => {
        comeBack = resolve;
      });
    answers = [lost, stored];
    const sending = send();
    await expect.poll(() => waits).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(1);
    expect(state().phase).toBe('checking');
    comeBack();
    await sending;
    expect(state().phase).toBe('done');
  });

  it('ends, after tries with growing pauses, in "not certain", with the draft intact', async () => {
    answers = [lost];
    await send();
    expect(state()).toMatchObject({ phase: 'failed', uncertain: true, error: { code: 'no_answer' } });
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(requests.length).toBeGreaterThan(2);
    expect(requests.length).toBeLessThan(10);
    expect(new Set(keys()).size).toBe(1);
    expect(isIntact()).toBe(true);
    expect(tab.$draft.get().sentAt).not.toBeNull();
  });

  it('is asked for with the same key when the applicant tries again', async () => {
    answers = [lost];
    await send();
    answers = [stored];
    await send();
    expect(new Set(keys()).size).toBe(1);
    expect(state().phase).toBe('done');
  });

  it('is asked for with the same key after a reload, as long as the content is the same', async () => {
    answers = [lost];
    await send();
    const again = reloaded(device);
    await again.openDraft();
    expect(again.$draft.get().sentAt).not.toBeNull();
    checkOn(again);
    answers = [stored];
    await send();
    expect(new Set(keys()).size).toBe(1);
  });

  it('is asked for on the next day too, when the stay was to begin on the day on which it was sent', async () => {
    saveParts(tab, 'founder', 2, { planned_length_stay_from: date('2026-11-21') });
    answers = [lost];
    await send();
    vi.setSystemTime(new Date(TODAY.getTime() + 24 * 60 * 60 * 1000));
    answers = [stored];
    await send();
    expect(new Set(keys()).size).toBe(1);
    expect(state().phase).toBe('done');
  });

  it('stays uncertain when the next try finds the device offline', async () => {
    answers = [lost];
    await send();
    answers = [refusal(0, { code: 'offline' })];
    await send();
    expect(state()).toMatchObject({ phase: 'failed', uncertain: true });
  });
});

describe('any 2xx', () => {
  it.each<[string, unknown, string | null]>([
    ['a number beside a message', { message: 'Created', id: 57 }, '57'],
    ['a number as text', { id: ' A-57/2026 ' }, 'A-57/2026'],
    ['a number in data', { data: { id: 57 } }, '57'],
    ['an empty object', {}, null],
    ['a list', [], null],
    ['null or an empty body', null, null],
    ['what is not JSON', undefined, null],
    ['a text', 'Created', null],
    ['a number of another form', { id: { value: 57 } }, null],
    ['a negative number', { id: -1 }, null],
    ['a fraction', { id: 5.7 }, null],
    ['an empty number', { id: ' ' }, null],
    ['a number with markup', { id: '<b>57</b>' }, null],
    ['a number with hidden characters', { id: '57\u202e' }, null],
    ['a long text as number', { id: '5'.repeat(65) }, null],
  ])('means stored, and is never sent again: %s', async (_, body, id) => {
    keysShown = false;
    answers = [{ ok: true, status: 201, body }];
    await send();
    expect(requests).toHaveLength(1);
    expect(state().phase).toBe('done');
    expect(remembered).toEqual([{ id, type: 'founder', at: TODAY.toISOString(), isOfContract: false }]);
    expect(device.stored.size).toBe(0);
  });

  it.each<[string, object]>([
    ['a status of its own', { status_type: 'new', created_at: '2026-11-21T09:00:05Z' }],
    ['no time', { status_type: 'submitted' }],
    ['a time without a zone', { status_type: 'submitted', created_at: '2026-11-20 10:00:00' }],
  ])('is of another host with %s', async (_, entry) => {
    answers = [{ ok: true, status: 201, body: { data: { ...RECORD, application_status_history: [entry] } } }];
    await send();
    expect(remembered).toMatchObject([{ id: '42', isOfContract: false }]);
  });
});

describe('a lost answer of a host that has shown no keys', () => {
  const lostAnswers: [string, ApiResponse][] = [
    ['a lost connection or a time-out', lost],
    ['502', refusal(502, { code: 'host_unreachable' })],
    ['504', refusal(504, { code: 'host_timeout' })],
    ['500', refusal(500, { code: 'internal' })],
  ];
  beforeEach(() => {
    keysShown = false;
  });

  it.each(lostAnswers)('is never sent again by itself: %s', async (_, answer) => {
    answers = [answer];
    await send();
    expect(requests).toHaveLength(1);
    expect(asked).toEqual(['anna@example.org']);
    expect(phases).toEqual(['sending', 'checking', 'unknown']);
    expect(state()).toMatchObject({
      phase: 'unknown',
      emailAvailability: 'free',
      error: (answer as { error: ApiError }).error,
    });
    expect(isIntact()).toBe(true);
    expect(tab.$draft.get().sentAt).not.toBeNull();
  });

  it.each(['free', 'taken', 'unknown'] as const)('says what check-email found: %s', async (found) => {
    addressAnswer = found;
    answers = [lost];
    await send();
    expect(state()).toMatchObject({ phase: 'unknown', emailAvailability: found });
  });

  it('asks check-email as long as no answer comes, and sends nothing meanwhile', async () => {
    addressAnswer = { code: 'no_answer' };
    answers = [lost];
    await send();
    expect(asked.length).toBeGreaterThan(2);
    expect(requests).toHaveLength(1);
    expect(state()).toMatchObject({ phase: 'unknown', emailAvailability: 'unknown' });
  });

  it('takes a refusal of check-email for no knowledge', async () => {
    addressAnswer = { code: 'refused' };
    answers = [lost];
    await send();
    expect(asked).toHaveLength(1);
    expect(state()).toMatchObject({ phase: 'unknown', emailAvailability: 'unknown' });
  });

  it('is sent again under its key once check-email shows that the host knows keys', async () => {
    keysShown = 'by-check';
    answers = [lost, stored];
    await send();
    expect(keys()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
    expect(state().phase).toBe('done');
  });

  it('asks again, and does not send, when the applicant sends as before', async () => {
    answers = [lost];
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
  ])('is asked about after a reload, before anything is sent: %s', async (_, change) => {
    answers = [lost];
    await send();
    const again = reloaded(device);
    await again.openDraft();
    checkOn(again);
    change();
    await send();
    expect(requests).toHaveLength(1);
    expect(asked).toEqual(['anna@example.org', 'anna@example.org']);
    expect(state()).toMatchObject({ phase: 'unknown', emailAvailability: 'free' });
  });

  it('is asked about when the page was reloaded while it was being sent', async () => {
    answers = [() => new Promise<ApiResponse>(() => undefined)];
    void send();
    await expect.poll(() => requests).toHaveLength(1);
    const again = reloaded(device);
    await again.openDraft();
    checkOn(again);
    answers = [stored];
    await send();
    expect(requests).toHaveLength(1);
    expect(state().phase).toBe('unknown');
  });

  it('is sent once more when the applicant decides so', async () => {
    answers = [lost];
    await send();
    answers = [stored];
    await send(PASSWORD, true);
    expect(requests).toHaveLength(2);
    expect(state().phase).toBe('done');
  });

  it('stays open when what is sent once more is refused: the next attempt asks first', async () => {
    answers = [lost];
    await send();
    answers = [refusal(413, { code: 'too_large' })];
    await send(PASSWORD, true);
    expect(state()).toMatchObject({ phase: 'failed', error: { code: 'too_large' } });
    await send();
    expect(requests).toHaveLength(2);
    expect(state().phase).toBe('unknown');
  });

  it('says nothing of an application that has arrived when the address is refused', async () => {
    answers = [lost];
    await send();
    answers = [refusal(409, { code: 'conflict', hostMessage: 'Application exists' })];
    await send(PASSWORD, true);
    expect(state()).toMatchObject({
      phase: 'refused',
      notice: { code: 'conflict', hostMessage: 'Application exists' },
    });
    expect(state().arrivedBefore).toBeUndefined();
  });

  it('is not doubted after a refusal of the first attempt', async () => {
    answers = [refusal(422, { code: 'validation_failed' })];
    await send();
    answers = [stored];
    await send();
    expect(asked).toEqual([]);
    expect(state().phase).toBe('done');
  });

  it('sends again by itself what the host was too busy to look at', async () => {
    answers = [refusal(429, { code: 'slow_down' }), stored];
    await send();
    expect(requests).toHaveLength(2);
    expect(state().phase).toBe('done');
  });
});

describe('the key', () => {
  it('is on the device before it is used', async () => {
    const keyOnDevice = () => (device.stored.get(DRAFT_KEY) as DraftContent).idempotencyKey;
    let onDevice: unknown;
    answers = [
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
    ['a file', () => saveParts(tab, 'founder', 1, { resume_file: chosen('resume.pdf', '%PDF-another') })],
  ])('is a new one once the content has changed: %s', async (_, change) => {
    answers = [refusal(422, { code: 'validation_failed', fields: { surname: ['name_characters'] } })];
    await send();
    change();
    answers = [stored];
    await send();
    expect(new Set(keys()).size).toBe(2);
  });

  it('is the same when a change was taken back, and when the same file was chosen again', async () => {
    answers = [lost];
    await send();
    saveParts(tab, 'founder', 1, { surname: 'Petrova' });
    saveParts(tab, 'founder', 1, { file4: chosen('renamed.pdf', '%PDF-1.7 passport.pdf') });
    answers = [stored];
    await send();
    expect(new Set(keys()).size).toBe(1);
  });

  it('is exchanged once when the host knows it with another body', async () => {
    answers = [refusal(422, { code: 'idempotency_mismatch' }), refusal(409, { code: 'email_taken' })];
    await send();
    expect(new Set(keys()).size).toBe(2);
    expect(state()).toMatchObject({ phase: 'refused', error: { code: 'email_taken' } });
  });

  it('stays the one of the earlier try when that one has arrived: its password brings its answer', async () => {
    answers = [lost];
    await send();
    answers = [refusal(422, { code: 'idempotency_mismatch' }), refusal(409, { code: 'email_taken' })];
    await send('another password');
    expect(state()).toMatchObject({ phase: 'refused', error: { code: 'email_taken' }, arrivedBefore: true });
    expect(isIntact()).toBe(true);
    expect(tab.$draft.get().sentAt).not.toBeNull();
    answers = [stored];
    await send();
    expect(keys().at(-1)).toBe(keys()[0]);
    expect(state().phase).toBe('done');
  });

  it('stays the one of the earlier try when changed answers find that it has arrived', async () => {
    answers = [lost];
    await send();
    saveParts(tab, 'founder', 1, { surname: 'Petrova' });
    answers = [refusal(409, { code: 'email_taken' })];
    await send();
    expect(state()).toMatchObject({ phase: 'refused', arrivedBefore: true });
    saveParts(tab, 'founder', 1);
    answers = [stored];
    await send();
    expect(keys().at(-1)).toBe(keys()[0]);
  });

  it.each<[string, typeof addressAnswer, object, number]>([
    ['has arrived', 'taken', { phase: 'refused', arrivedBefore: true }, 0],
    ['can not be found out about', { code: 'no_answer' }, { phase: 'failed', uncertain: true }, 0],
    ['has not arrived', 'free', { phase: 'done' }, 1],
  ])('is not used for another address while the first one %s', async (_, answer, outcome, sent) => {
    answers = [lost];
    await send();
    const tries = requests.length;
    const again = reloaded(device);
    await again.openDraft();
    checkOn(again);
    saveParts(again, 'founder', 1, { email: 'other@example.org' });
    addressAnswer = answer;
    answers = [stored];
    await send();
    expect(asked).toEqual(['anna@example.org']);
    expect(state()).toMatchObject(outcome);
    expect(requests).toHaveLength(tries + sent);
  });

  it('is not exchanged for ever', async () => {
    answers = [refusal(422, { code: 'idempotency_mismatch' })];
    await send();
    expect(requests).toHaveLength(2);
    expect(state()).toMatchObject({ phase: 'failed', error: { code: 'idempotency_mismatch' } });
  });
});

describe('a clear answer of the host', () => {
  it('names what it does not accept by the field of the form', async () => {
    const fields = { surname: ['name_characters'], 'last_trips.0.date_to': ['trip_ends_before_start'] };
    answers = [refusal(422, { code: 'validation_failed', fields })];
    await send();
    expect(state()).toMatchObject({
      phase: 'refused',
      uncertain: false,
      error: {
        fields: { surname: ['name_characters'], 'last_trips.0.trim_date.date_to': ['trip_ends_before_start'] },
      },
    });
    expect(isIntact()).toBe(true);
    expect(tab.$draft.get().sentAt).toBeNull();
  });

  it('says at the e-mail field that the address is taken', async () => {
    answers = [refusal(409, { code: 'email_taken' })];
    await send();
    expect(state()).toMatchObject({
      phase: 'refused',
      error: { code: 'email_taken', fields: { email: ['email_taken'] } },
    });
    expect(state().arrivedBefore).toBeUndefined();
    expect(tab.$draft.get().sentAt).toBeNull();
  });

  it('waits as long as the host asks, and says so meanwhile', async () => {
    let told: unknown;
    answers = [refusal(429, { code: 'slow_down', retryAfter: 20 }), stored];
    online = async () => {
      told = state();
    };
    await send();
    expect(waits).toEqual([20]);
    expect(told).toMatchObject({ phase: 'sending', error: { code: 'slow_down', retryAfter: 20 } });
    expect(state().phase).toBe('done');
  });

  it.each<ApiError>([{ code: 'busy', retryAfter: 7 }, { code: 'slow_down' }, { code: 'in_progress' }])(
    'waits for five minutes where there is too much to do: %o',
    async (error) => {
      answers = Array.from({ length: 100 }, () => refusal(503, error));
      await send();
      const waited = waits.reduce((sum, seconds) => sum + seconds, 0);
      expect(waited).toBeLessThanOrEqual(300);
      expect(waited + (waits.at(-1) ?? 0)).toBeGreaterThan(300);
      expect(state()).toMatchObject({ phase: 'failed', error });
      expect(new Set(keys()).size).toBe(1);
      expect(isIntact()).toBe(true);
    },
  );

  it('gets through when it is let in after five minutes', async () => {
    answers = [...Array.from({ length: 5 }, () => refusal(429, { code: 'slow_down', retryAfter: 60 })), stored];
    await send();
    expect(waits).toEqual([60, 60, 60, 60, 60]);
    expect(state().phase).toBe('done');
  });

  it('does not wait when the host asks for a very long pause', async () => {
    answers = [refusal(429, { code: 'slow_down', retryAfter: 900 })];
    await send();
    expect(waits).toEqual([]);
    expect(state()).toMatchObject({ phase: 'failed', uncertain: false, error: { code: 'slow_down', retryAfter: 900 } });
  });

  it('waits while the first try is still being stored', async () => {
    answers = [refusal(409, { code: 'in_progress' }), refusal(409, { code: 'in_progress' }), stored];
    await send();
    expect(phases).toEqual(['sending', 'checking', 'done']);
    expect(new Set(keys()).size).toBe(1);
  });

  it.each<[ApiError['code'], number]>([
    ['too_large', 413],
    ['unsupported_media', 415],
    ['malformed', 400],
    ['offline', 0],
  ])('ends the try without doubt, and the next one has the same key: %s', async (code, status) => {
    answers = [refusal(status, { code })];
    await send();
    expect(state()).toMatchObject({ phase: 'failed', uncertain: false, error: { code } });
    expect(requests).toHaveLength(1);
    expect(isIntact()).toBe(true);
    answers = [stored];
    await send();
    expect(new Set(keys()).size).toBe(1);
    expect(state().phase).toBe('done');
  });

  it('is forgotten when the check opens anew', async () => {
    answers = [refusal(413, { code: 'too_large' })];
    await send();
    submission.resetSubmission();
    expect(state()).toEqual({ phase: 'idle', percent: 0, uncertain: false });
  });
});

describe('what is refused', () => {
  const refused = () => tab.$draft.get().refused;
  const FIELDS = { surname: ['name_characters'], email: ['email_taken'], 'last_trips.0.date_to': ['date_unreal'] };
  const refuse = async () => {
    answers = [refusal(422, { code: 'validation_failed', fields: FIELDS })];
    await send();
  };

  it('is told at the fields of all parts until they are saved anew', async () => {
    await refuse();
    const { surname, email } = FIELDS;
    expect(refused()).toEqual({ surname, email, 'last_trips.0.trim_date.date_to': ['date_unreal'] });
    submission.resetSubmission();
    tab.clearRefused((path) => partOf('founder', path) === 'travel');
    expect(refused()).toEqual({ surname, email });
    tab.clearRefused((path) => partOf('founder', path) === 'name');
    expect(refused()).toEqual({ email });
  });

  it('is told no more once it is sent again, and with another answer the new refusal alone', async () => {
    await refuse();
    let meanwhile: unknown;
    answers = [
      async () => {
        meanwhile = refused();
        return refusal(409, { code: 'email_taken' });
      },
    ];
    await send();
    expect(meanwhile).toEqual({});
    expect(refused()).toEqual({ email: ['email_taken'] });
    answers = [stored];
    await send();
    expect(refused()).toEqual({});
  });

  it('says nothing of fields where it is the application that this device has sent before', async () => {
    answers = [lost];
    await send();
    saveParts(tab, 'founder', 1, { surname: 'Petrova' });
    answers = [refusal(409, { code: 'email_taken', fields: { email: ['email_taken'] } })];
    await send();
    expect(state()).toMatchObject({ phase: 'refused', arrivedBefore: true });
    expect(refused()).toEqual({});
  });

  it('is told after a reload too, as far as it was not put right', async () => {
    await refuse();
    tab.clearRefused((path) => path !== 'email');
    await tab.flushDraft();
    checkOn(reloaded(device));
    await tab.openDraft();
    expect(refused()).toEqual({ email: ['email_taken'] });
  });

  it('goes with the draft: whoever deletes it begins anew', async () => {
    await refuse();
    tab.typeInPart('name', { surname: 'Petrova' });
    await tab.flushDraft();
    expect(refused()).not.toEqual({});
    await tab.deleteDraft();
    expect(refused()).toEqual({});
  });
});
