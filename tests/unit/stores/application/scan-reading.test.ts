import { beforeEach, expect, it, vi } from 'vitest';
import type { PassportAnswers, ReadValues } from '../../../../src/domain/passport/filling-in.ts';
import type { PassportReading } from '../../../../src/domain/passport/reading.ts';
import { $passportPhoto, passportAnswerChanged } from '../../../../src/stores/application/passport-photo.ts';
import {
  $scan,
  cancelScan,
  confirmFilled,
  keepTyped,
  readScan,
  takeRead,
} from '../../../../src/stores/application/scan-reading.ts';
import { type ReadOutcome, readPassport } from '../../../../src/stores/passport-reader/read-passport.ts';

vi.mock('../../../../src/stores/passport-reader/read-passport.ts', () => ({ readPassport: vi.fn() }));

const READING: PassportReading = {
  passport_number: { value: 'FA1234567' },
  passport_expire: { value: '2031-04-15' },
  citizenship: { unsure: 'unclear' },
  surname: { value: 'KARIMOVA' },
  name: { value: 'ANNA' },
  gender: { value: 'female' },
  date_birth: { value: '1990-01-15' },
};
const READ: ReadOutcome = { kind: 'read', reading: READING, lines: new Blob(['lines']) };
const PICTURE = new Blob(['picture']);

let form: PassportAnswers;
const answers = {
  now: () => form,
  put: (values: ReadValues) => {
    form = { ...form, ...values };
    for (const field of Object.keys(values)) passportAnswerChanged(field);
  },
};
const read = () => readScan(PICTURE, { answers, today: '2026-11-23', settled: async () => undefined });
const reads = (outcome: ReadOutcome) => vi.mocked(readPassport).mockResolvedValueOnce(outcome);

beforeEach(() => {
  form = {};
  cancelScan();
  $passportPhoto.set(null);
});

it('fills in what is empty, marks it, and leaves what was typed to a question', async () => {
  form = { surname: 'Petrova' };
  reads(READ);
  await read();
  expect(form).toMatchObject({ surname: 'Petrova', name: 'ANNA', passport_number: 'FA1234567' });
  expect(form).not.toHaveProperty('citizenship');
  const differing = [{ field: 'surname', typed: 'Petrova', read: 'KARIMOVA' }];
  expect($scan.get()).toEqual({ phase: 'done', count: 5, differing });
  expect($passportPhoto.get()?.filled).toEqual(['passport_number', 'passport_expire', 'name', 'gender', 'date_birth']);
});

it('takes a mark away where the answer is changed or compared', async () => {
  reads(READ);
  await read();
  passportAnswerChanged('date_birth.day');
  passportAnswerChanged('email');
  confirmFilled(['passport_number', 'passport_expire']);
  expect($passportPhoto.get()?.filled).toEqual(['surname', 'name', 'gender']);
});

it('replaces what was typed where the question is answered so, and asks about it no more where it is kept', async () => {
  form = { surname: 'Petrova', name: 'Olga' };
  reads(READ);
  await read();
  const scan = $scan.get();
  const differing = scan.phase === 'done' ? scan.differing : [];
  takeRead(differing.slice(0, 1), answers);
  keepTyped(differing.slice(1));
  expect(form).toMatchObject({ surname: 'KARIMOVA', name: 'Olga' });
  expect($passportPhoto.get()?.filled).toContain('surname');
  expect($passportPhoto.get()?.kept).toEqual({ name: 'Olga' });
});

it.each(['noZone', 'comeCloser', 'checkFailed', 'unreadable'] as const)('fills nothing in after "%s"', async (kind) => {
  reads({ kind });
  await read();
  expect($scan.get()).toEqual({ phase: 'ended', problem: kind });
  expect(form).toEqual({});
  expect($passportPhoto.get()).toBeNull();
});

it('says so when the reader does not load', async () => {
  vi.mocked(readPassport).mockRejectedValueOnce(new TypeError('offline'));
  await read();
  expect($scan.get()).toEqual({ phase: 'ended', problem: 'failed' });
});

it('tells its progress, and what comes after it was given up counts for nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<ReadOutcome>();
  let given: Parameters<typeof readPassport>[1] | undefined;
  vi.mocked(readPassport).mockImplementationOnce((_picture, options) => {
    given = options;
    return promise;
  });
  const reading = read();
  given?.onProgress?.(0.5);
  expect($scan.get()).toEqual({ phase: 'reading', share: 0.5 });
  cancelScan();
  expect(given?.signal.aborted).toBe(true);
  given?.onProgress?.(0.9);
  resolve(READ);
  await reading;
  expect($scan.get()).toEqual({ phase: 'idle' });
  expect(form).toEqual({});
});
