import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readHostRecord } from '../../../../functions/gateway/host/record.ts';
import type { ApplicantRecord } from '../../../../src/domain/application/record.ts';
import { sentReceipt } from '../../../../src/stores/application/receipt.ts';
import { $receiptResult, lastSubmitted } from '../../../../src/stores/application/submitted.ts';
import { applicantValues, relativeValues } from '../../../fixtures/applicants.ts';
import { FileWorker } from '../../../fixtures/file-worker.ts';
import { setPorts } from '../../../fixtures/ports.ts';
import { TODAY } from '../../domain/application/filled-values.ts';

const file = (name: string) => ({ name, size: name.length, type: null, blob: new Blob([name]) });
const WITH_LISTS = applicantValues(TODAY, file, { formatted_relatives: [{ ...relativeValues(file) }] });

const SENT = { id: '42', type: 'founder' as const, at: '2026-11-21T09:00:05Z', mailsSteps: true };
const DAY = 24 * 60 * 60 * 1000;
let now = 0;
let device: Map<string, string>;

beforeEach(() => {
  now = Date.parse(SENT.at);
  vi.stubGlobal('Worker', FileWorker);
  setPorts({ now: () => now });
  device = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => device.get(key) ?? null,
    setItem: (key: string, text: string) => void device.set(key, text),
    removeItem: (key: string) => void device.delete(key),
  });
});
afterEach(() => {
  setPorts({});
  vi.unstubAllGlobals();
});

describe('the submitted application on the success page', () => {
  it('read is null before an application was sent', () => {
    expect(lastSubmitted.read()).toBeNull();
  });

  it('read returns number, type and time of the last application, and nothing else is stored', () => {
    lastSubmitted.store({ ...SENT, email: 'anna@example.org' } as typeof SENT);
    expect(lastSubmitted.read()).toEqual(SENT);
    expect([...device.values()].join()).not.toContain('anna');
  });

  it('read returns an application for 30 days and then deletes it', () => {
    lastSubmitted.store(SENT);
    now += 30 * DAY - 1;
    expect(lastSubmitted.read()).toEqual(SENT);
    now += 1;
    expect(lastSubmitted.read()).toBeNull();
    expect(device.size).toBe(0);
  });

  it('clear deletes the submitted application', () => {
    lastSubmitted.store(SENT);
    lastSubmitted.clear();
    expect(lastSubmitted.read()).toBeNull();
  });

  it('read works in memory where the browser forbids storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('forbidden', 'SecurityError');
      },
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    });
    lastSubmitted.store(SENT);
    expect(lastSubmitted.read()).toEqual(SENT);
    lastSubmitted.clear();
    expect(lastSubmitted.read()).toBeNull();
  });

  it.each(['"text"', '{"id":42,"type":"founder","at":""}', '{"id":"42","type":"tourist","at":""}', '[]', '{"i'])(
    'read is null for a stored value of another shape: %s',
    (kept) => {
      device.set('submitted', kept);
      expect(lastSubmitted.read()).toBeNull();
    },
  );
});

describe('manipulated local storage', () => {
  it.each<[string, unknown]>([
    ['a number of a megabyte', { ...SENT, id: 'x'.repeat(1_000_000) }],
    ['an invalid number', { ...SENT, id: { a: 1 } }],
    ['a time after the last possible one', { ...SENT, at: '+275760-09-13T00:00:00Z' }],
    ['an invalid time', { ...SENT, at: 'soon' }],
    ['a list', [SENT]],
    ['a text', 'submitted'],
  ])('read rejects %s', (_, value) => {
    device.set('submitted', JSON.stringify(value));
    expect(lastSubmitted.read()).toBeNull();
  });
});

describe('the receipt of an application', () => {
  const sent = { ...SENT, values: WITH_LISTS, password: 'seven green lanterns' };
  const record = ({ file_links, ...fields }: Record<string, unknown>) =>
    ({ ...readHostRecord({ id: SENT.id, ...fields }), ...(file_links ? { file_links } : {}) }) as ApplicantRecord;

  it('a receipt stores no answer, and ends once the record lacks nothing', async () => {
    lastSubmitted.store(SENT);
    await sentReceipt.keep(sent, {});
    for (const answer of [WITH_LISTS.surname, WITH_LISTS.email, WITH_LISTS.date_birth, 'lanterns'])
      expect([...device.values()].join()).not.toContain(answer);
    await sentReceipt.check(record({ file4: null }));
    expect($receiptResult.get()).toMatchObject({ missing: ['file4'], count: 1 });
    await sentReceipt.check(record({ file4: '/files/1/passport.pdf' }));
    expect($receiptResult.get()).toBeNull();
    expect(sentReceipt.read(SENT.id)).toBeNull();
  });

  it('a short answer that the response has returned cannot be found by trying all values with the stored digests', async () => {
    const found = async () => {
      const { salt = '', answers = {} } = sentReceipt.read(SENT.id) ?? {};
      for (let day = Date.UTC(1940, 0, 1); day < Date.UTC(2020, 0, 1); day += DAY) {
        const date = new Date(day).toISOString().slice(0, 10);
        const hash = createHash('sha256')
          .update(`${salt} date_birth ${date.replaceAll('-', '')}`)
          .digest('hex');
        if (hash.slice(0, 8) === answers.date_birth) return date;
      }
      return null;
    };
    lastSubmitted.store(SENT);
    await sentReceipt.keep({ ...sent, mailsSteps: false }, {});
    // Another host may not have stored what it has not returned, so the digests stay until there is a record.
    expect(await found()).toBe(WITH_LISTS.date_birth);
    const { surname, date_birth } = WITH_LISTS;
    await sentReceipt.keep(sent, { data: { id: SENT.id, date_birth, surname: `${surname}a` } });
    expect(await found()).toBeNull();
    expect(Object.keys(sentReceipt.read(SENT.id)?.answers ?? {})).toEqual(['surname']);
  });

  it('a file that did not arrive is named at once, in the account, and until a later version', async () => {
    lastSubmitted.store(SENT);
    await sentReceipt.keep(sent, { data: { id: SENT.id }, received: [] });
    const { missing = [], count } = $receiptResult.get() ?? {};
    expect(missing).toContain('file4');
    expect(count).toBe(missing.length);
    await sentReceipt.check(record({ file4: '/files/1/passport.pdf', version: 1 }));
    expect($receiptResult.get()).toMatchObject({ missing });
    await sentReceipt.compareChange('founder', WITH_LISTS, { data: { id: SENT.id, version: 2 }, received: [] });
    await sentReceipt.check(record({ file4: '/files/1/passport.pdf', version: 2 }));
    expect($receiptResult.get()).toMatchObject({ missing });
    await sentReceipt.check(record({ file4: '/files/1/passport.pdf', version: 3 }));
    expect($receiptResult.get()).toBeNull();
  });

  it('an answer that differs at first is compared again, and one that is changed later is not', async () => {
    lastSubmitted.store(SENT);
    await sentReceipt.keep(sent, {});
    await sentReceipt.check(record({ surname: 'Iv', name: WITH_LISTS.name }));
    expect($receiptResult.get()).toMatchObject({ changed: ['surname'] });
    await sentReceipt.check(record({ surname: 'Iv', name: 'Changed' }));
    expect($receiptResult.get()).toMatchObject({ changed: ['surname'] });
    await sentReceipt.check(record({ surname: WITH_LISTS.surname, name: 'Changed' }));
    expect($receiptResult.get()).toBeNull();
  });

  it.each<[string, object]>([
    ['with a megabyte of answers', { answers: { surname: 'x'.repeat(1_000_000) } }],
    ['with files of another shape', { files: { file4: null } }],
    ['with a list of answers', { answers: ['surname'] }],
    ['with lost files that are no paths', { lost: [{ path: 'file4' }] }],
    ['of an older version, which counted no files', { count: undefined }],
  ])('a stored receipt %s is not read', async (_, other) => {
    lastSubmitted.store(SENT);
    await sentReceipt.keep(sent, {});
    $receiptResult.set(null);
    device.set('receipt', JSON.stringify({ ...JSON.parse(device.get('receipt') ?? ''), ...other }));
    await sentReceipt.check(record({ file4: null }));
    expect($receiptResult.get()).toBeNull();
  });

  const document = (name: string) => readFileSync(new URL(`../../../fixtures/${name}.pdf`, import.meta.url));
  const passport = document('passport');
  it.each<[string, Buffer, string | null, boolean]>([
    ['a part of it', passport.subarray(0, 300), '300', true],
    ['nothing of it', Buffer.of(), '0', true],
    ['a part of it, and more than it says', passport, '300', false],
    ['a part of it, of unknown size', passport.subarray(0, 300), null, false],
    ['the whole of it', passport, '652', false],
    ['another, smaller document, as hosts do that store files anew', document('birth'), '620', false],
  ])('a document of which another host gives out %s', async (_, body, length, isMissing) => {
    const asked: unknown[] = [];
    setPorts({
      now: () => now,
      fetch: async (address, { method = 'GET' } = {}) => {
        asked.push(`${method} ${address}`);
        const headers = { ...(length !== null && { 'content-length': length }) };
        return new Response(method === 'HEAD' ? null : new Uint8Array(body), { headers });
      },
    });
    lastSubmitted.store(SENT);
    const own = { name: 'passport.pdf', size: passport.length, type: null, blob: new Blob([passport]) };
    await sentReceipt.keep({ ...sent, values: { ...WITH_LISTS, file4: own } }, {});
    const links = { '/storage/1.pdf': '/files/~/seal/storage/1.pdf' };
    const again = () => sentReceipt.check(record({ file4: '/storage/1.pdf', file_links: links }));
    await again();
    expect($receiptResult.get()?.missing).toEqual(isMissing ? ['file4'] : undefined);
    expect(asked[0]).toBe('HEAD /files/~/seal/storage/1.pdf');
    const { length: calls } = asked;
    await again();
    expect(asked.length > calls).toBe(isMissing);
  });

  it('an application without a number in its response is found by its address, and has its number from then on', async () => {
    lastSubmitted.store({ ...SENT, id: null });
    await sentReceipt.keep({ ...sent, id: null, mailsSteps: false }, {});
    await sentReceipt.check(record({ email: 'somebody@example.org', file4: null }));
    await sentReceipt.check(record({ email: undefined, file4: null }));
    expect([$receiptResult.get(), lastSubmitted.read()?.id]).toEqual([null, null]);
    await sentReceipt.check(record({ email: WITH_LISTS.email, file4: null }));
    expect($receiptResult.get()).toMatchObject({ missing: ['file4'], count: 1 });
    expect(lastSubmitted.read()?.id).toBe(SENT.id);
    await sentReceipt.check(record({ email: WITH_LISTS.email, file4: '/storage/1.pdf' }));
    expect($receiptResult.get()).toBeNull();
  });

  it('the receipt of another application is not compared', async () => {
    lastSubmitted.store(SENT);
    await sentReceipt.keep(sent, {});
    await sentReceipt.check(record({ id: '43', file4: null }));
    expect($receiptResult.get()).toBeNull();
    lastSubmitted.clear();
    expect(device.size).toBe(0);
  });
});
