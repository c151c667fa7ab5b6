import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormState } from '../../../../src/domain/application/form.ts';
import { splitDate } from '../../../../src/domain/input/date.ts';
import type { PassportAnswers, ZoneValues } from '../../../../src/domain/passport/filling-in.ts';
import { APPLICANT, passportAnswersOf, relativeHolder } from '../../../../src/domain/passport/holders.ts';
import type { PassportReading, ZoneField } from '../../../../src/domain/passport/reading.ts';
import { scanReading } from '../../../../src/stores/application/scan-reading.ts';
import { onPassportAnswerChange, scanResultOf } from '../../../../src/stores/application/scan-result.ts';
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
const READ: ReadOutcome = { result: 'read', reading: READING, lines: new Blob(['lines']) };
let picture: Blob;

let form: PassportAnswers;
const answers = {
  current: () => form,
  put: (values: ZoneValues) => {
    form = { ...form, ...values };
    for (const field of Object.keys(values)) onPassportAnswerChange(field, withScan);
  },
};
const file = (blob: Blob) => ({ name: 'passport.jpg', size: blob.size, type: 'image/jpeg' as const, blob });
const withScan = (): FormState => ({ ...form, file4: file(picture) });
const settled = async () => undefined;
const today = '2026-11-23';
const read = () => scanReading.read(picture, { answers, fields: APPLICANT.fields, today, settled });
const reads = (outcome: ReadOutcome) => vi.mocked(readPassport).mockResolvedValueOnce(outcome);

beforeEach(() => {
  form = {};
  scanReading.cancel();
  picture = new Blob(['picture']);
});

it('reading a passport fills empty fields, marks them, and asks about typed ones', async () => {
  form = { surname: 'Petrova' };
  reads(READ);
  await read();
  expect(form).toMatchObject({ surname: 'Petrova', name: 'ANNA', passport_number: 'FA1234567' });
  expect(form).not.toHaveProperty('citizenship');
  const differing = [{ field: 'surname', typed: 'Petrova', read: 'KARIMOVA' }];
  expect(scanReading.$state.get()).toEqual({ phase: 'done', count: 5, differing });
  expect(scanResultOf(picture)?.filled).toEqual(['passport_number', 'passport_expire', 'name', 'gender', 'date_birth']);
});

it('an edited or confirmed field loses its mark as filled in from the passport', async () => {
  reads(READ);
  await read();
  onPassportAnswerChange('date_birth.day', withScan);
  onPassportAnswerChange('email', withScan);
  scanReading.confirmFilled(picture, ['passport_number', 'passport_expire']);
  expect(scanResultOf(picture)?.filled).toEqual(['surname', 'name', 'gender']);
});

it('replaceTyped replaces a typed value, and confirmTyped keeps it without another question', async () => {
  form = { surname: 'Petrova', name: 'Olga' };
  reads(READ);
  await read();
  const scan = scanReading.$state.get();
  const differing = scan.phase === 'done' ? scan.differing : [];
  scanReading.replaceTyped(picture, differing.slice(0, 1), answers);
  scanReading.confirmTyped(picture, differing.slice(1));
  expect(form).toMatchObject({ surname: 'KARIMOVA', name: 'Olga' });
  expect(scanResultOf(picture)?.filled).toContain('surname');
  expect(scanResultOf(picture)?.confirmed).toEqual({ name: 'Olga' });
});

it.each(['noZone', 'slanted', 'comeCloser', 'checkFailed', 'unreadable'] as const)(
  'reading a passport fills nothing after "%s"',
  async (kind) => {
    reads({ result: kind });
    await read();
    expect(scanReading.$state.get()).toEqual({ phase: 'ended', problem: kind });
    expect(form).toEqual({});
    expect(scanResultOf(picture)).toBeNull();
  },
);

it('reading a passport fills nothing from a picture with fewer than three certain answers', async () => {
  const unclear = { unsure: 'unclear' } as const;
  const { gender, date_birth, passport_number } = READING;
  const nothing = Object.fromEntries(APPLICANT.fields.map((field) => [field, unclear])) as unknown as PassportReading;
  reads({ ...READ, reading: { ...nothing, gender, date_birth } });
  await read();
  expect(scanReading.$state.get()).toEqual({ phase: 'ended', problem: 'poor' });
  expect([form, scanResultOf(picture)]).toEqual([{}, null]);
  reads({ ...READ, reading: { ...nothing, gender, date_birth, passport_number } });
  await read();
  expect(scanReading.$state.get()).toMatchObject({ phase: 'done', count: 3 });
});

it('reading a passport reports a reader that does not load', async () => {
  vi.mocked(readPassport).mockRejectedValueOnce(new TypeError('offline'));
  await read();
  expect(scanReading.$state.get()).toEqual({ phase: 'ended', problem: 'failed' });
});

it('reading a passport reports progress, and a cancelled reading fills nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<ReadOutcome>();
  let given: Parameters<typeof readPassport>[1] | undefined;
  vi.mocked(readPassport).mockImplementationOnce((_picture, options) => {
    given = options;
    return promise;
  });
  const reading = read();
  given?.onProgress?.(0.5);
  expect(scanReading.$state.get()).toEqual({ phase: 'reading', share: 0.5 });
  scanReading.cancel();
  expect(given?.signal.aborted).toBe(true);
  given?.onProgress?.(0.9);
  resolve(READ);
  await reading;
  expect(scanReading.$state.get()).toEqual({ phase: 'idle' });
  expect(form).toEqual({});
});

describe('reading the passport of a relative', () => {
  const holder = relativeHolder(1);
  const other = {
    surname: '',
    name: '',
    middlename: '',
    birth_of_date: { day: '', month: '', year: '' },
    citizenship: '',
  };
  let cards: FormState[];
  const whole = (): FormState => ({ formatted_relatives: cards });
  const own = {
    current: () => passportAnswersOf('specialist', whole(), holder),
    put(values: ZoneValues) {
      for (const [field, value] of Object.entries(values)) {
        const name =
          holder
            .pathOf(field as ZoneField)
            .split('.')
            .at(-1) ?? '';
        cards[1] = { ...cards[1], [name]: name === 'birth_of_date' ? splitDate(value) : value };
        onPassportAnswerChange(holder.pathOf(field as ZoneField), whole);
      }
    },
  };
  const readCard = () => scanReading.read(picture, { answers: own, fields: holder.fields, today, settled });

  beforeEach(() => {
    const scans = [new Blob(['another']), picture];
    cards = scans.map((scan) => ({ ...other, relativePassport: '', kinship: 'child', file6: file(scan) }));
  });

  it("a relative's passport fills only the fields of its card", async () => {
    reads(READ);
    await readCard();
    expect(cards[1]).toMatchObject({
      kinship: 'child',
      surname: 'KARIMOVA',
      name: 'ANNA',
      relativePassport: 'FA1234567',
      birth_of_date: { day: '15', month: '01', year: '1990' },
      citizenship: '',
    });
    expect(cards[1]).not.toHaveProperty('gender');
    expect(cards[0]).toMatchObject({ surname: '', relativePassport: '' });
    expect(scanResultOf(picture)?.filled).toEqual(['passport_number', 'surname', 'name', 'date_birth']);
  });

  it("a relative's passport asks before it replaces typed values", async () => {
    cards[1] = { ...cards[1], relativePassport: 'AB7654321', surname: 'karimova' };
    reads(READ);
    await readCard();
    const differing = [{ field: 'passport_number', typed: 'AB7654321', read: 'FA1234567' }];
    expect(scanReading.$state.get()).toEqual({ phase: 'done', count: 2, differing });
    expect(cards[1]).toMatchObject({ relativePassport: 'AB7654321', surname: 'karimova' });
  });

  it("a relative's card keeps its marks when another card is removed, and loses one whose answer is edited", async () => {
    reads(READ);
    await readCard();
    cards = cards.slice(1);
    onPassportAnswerChange('formatted_relatives.0.birth_of_date.day', whole);
    onPassportAnswerChange('formatted_relatives.0.kinship', whole);
    onPassportAnswerChange('formatted_relatives', whole);
    onPassportAnswerChange('surname', whole);
    expect(scanResultOf(picture)?.filled).toEqual(['passport_number', 'surname', 'name']);
  });
});
