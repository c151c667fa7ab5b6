import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormState } from '../../../../src/domain/application/form.ts';
import { movedMarks } from '../../../../src/domain/application/moved-items.ts';
import { splitDate } from '../../../../src/domain/input/date.ts';
import type {
  PassportAnswers,
  PassportDifference,
  RefusedValues,
  ZoneValues,
} from '../../../../src/domain/passport/filling-in.ts';
import { APPLICANT, passportAnswersOf, relativeHolder } from '../../../../src/domain/passport/holders.ts';
import { photoMarks } from '../../../../src/domain/passport/photo-marks.ts';
import { NOTHING_READ, type PassportReading, type ZoneField } from '../../../../src/domain/passport/reading.ts';
import { type AnswersAccess, earlierAnswers, scanReading } from '../../../../src/stores/application/scan-reading.ts';
import {
  digestOf,
  marksAfterChange,
  type ScanResult,
  scanResultIn,
} from '../../../../src/stores/application/scan-result.ts';
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
const NO_MARKS = { refused: {}, lost: [] };
const READ: ReadOutcome = { result: 'read', reading: READING, lines: new Blob(['lines']) };
let picture: Blob;

let form: PassportAnswers;
let photo_kept: string;
let refused: RefusedValues;
const file = (blob: Blob) => ({ name: 'passport.jpg', size: blob.size, type: 'image/jpeg' as const, blob });
const withScan = (): FormState => ({ ...form, file4: file(picture), photo_kept });
/** An answer is changed in the form. */
const onChange = (path: string) => {
  photo_kept = marksAfterChange(path, () => photo_kept) ?? photo_kept;
};
const answers: AnswersAccess = {
  current: () => form,
  put: (values) => {
    form = { ...form, ...values };
    for (const field of Object.keys(values)) onChange(field);
  },
  refused: () => refused,
  photo: () => scanResultIn(withScan(), APPLICANT),
  setPhoto: (marks) => {
    photo_kept = photoMarks.with(photo_kept, APPLICANT, marks);
  },
};
const photo = () => answers.photo() as ScanResult;
const settled = async () => undefined;
const today = '2026-11-23';
const read = () => scanReading.read(picture, { answers, fields: APPLICANT.fields, today, settled });
const reads = (outcome: ReadOutcome) => vi.mocked(readPassport).mockResolvedValueOnce(outcome);
/** The applicant chooses another file; the page knows its digest soon. */
async function replace(): Promise<void> {
  picture = new Blob(['another picture']);
  await digestOf(picture);
}

beforeEach(() => {
  form = {};
  photo_kept = '';
  refused = {};
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
  expect(photo().filled).toEqual(['passport_number', 'passport_expire', 'name', 'gender', 'date_birth']);
});

it('nothing is filled in that the form refuses', async () => {
  refused = { passport_expire: 'passport_expired' };
  reads(READ);
  await read();
  expect(form).not.toHaveProperty('passport_expire');
  expect(photo().filled).not.toContain('passport_expire');
});

describe('a replaced photo', () => {
  const OTHER: ReadOutcome = {
    ...READ,
    reading: { ...READING, passport_number: { value: 'FB7654321' }, surname: { unsure: 'unclear' } },
  } as ReadOutcome;

  it('asks about answers that it contradicts, marks those it shows as well, and leaves those it does not show to compare', async () => {
    reads(READ);
    await read();
    scanReading.confirmFilled(APPLICANT.fields, answers);
    await replace();
    reads(OTHER);
    await read();
    expect(form).toMatchObject({ passport_number: 'FA1234567', surname: 'KARIMOVA' });
    const differing = [{ field: 'passport_number', typed: 'FA1234567', read: 'FB7654321' }];
    expect(scanReading.$state.get()).toEqual({ phase: 'done', count: 0, differing });
    expect(photo()).toMatchObject({
      before: null,
      filled: ['passport_expire', 'name', 'gender', 'date_birth'],
      earlier: ['surname'],
    });
    scanReading.replaceTyped(differing as PassportDifference[], answers);
    expect(form.passport_number).toBe('FB7654321');
    onChange('surname');
    expect(photo().earlier).toEqual([]);
  });

  it.each(['replaced by a file that is not read', 'removed'])(
    '%s leaves its answers to compare, also after a reload',
    async (way) => {
      reads(READ);
      await read();
      form = { ...form, surname: 'Petrova' };
      onChange('surname');
      scanReading.confirmTyped([{ field: 'surname', typed: 'Petrova', read: 'KARIMOVA' }], answers);
      await replace();
      const now = () =>
        scanResultIn(way === 'removed' ? { ...withScan(), file4: null } : withScan(), APPLICANT) as ScanResult;
      const access = { ...answers, photo: now };
      expect(now()).toMatchObject({ filled: [], kept: {}, reading: NOTHING_READ });
      const left = ['passport_number', 'passport_expire', 'name', 'gender', 'date_birth'] as const;
      expect(earlierAnswers(now(), form, APPLICANT.fields)).toEqual(left);
      scanReading.confirmFilled(['passport_number', 'passport_expire'], access);
      expect(earlierAnswers(now(), form, APPLICANT.fields)).toEqual(left.slice(2));
      scanReading.confirmFilled(left, access);
      expect(earlierAnswers(now(), form, APPLICANT.fields)).toEqual([]);
    },
  );

  it('the same file chosen again is the photo that was read', async () => {
    reads(READ);
    await read();
    picture = new Blob(['picture']);
    await digestOf(picture);
    expect(photo()).toMatchObject({
      before: null,
      filled: ['passport_number', 'passport_expire', 'surname', 'name', 'gender', 'date_birth'],
    });
  });

  it('nothing is said of a file until it is known whether it was read', async () => {
    reads(READ);
    await read();
    picture = new Blob(['third picture']);
    expect(answers.photo()).toBeNull();
    await expect.poll(() => answers.photo()?.before).toEqual(READING);
  });
});

it('an edited or confirmed field loses its mark as filled in from the passport', async () => {
  reads(READ);
  await read();
  onChange('date_birth.day');
  onChange('email');
  scanReading.confirmFilled(['passport_number', 'passport_expire'], answers);
  expect(photo().filled).toEqual(['surname', 'name', 'gender']);
});

it('replaceTyped replaces a typed value, and confirmTyped keeps it without another question', async () => {
  form = { surname: 'Petrova', name: 'Olga' };
  reads(READ);
  await read();
  const scan = scanReading.$state.get();
  const differing = scan.phase === 'done' ? scan.differing : [];
  scanReading.replaceTyped(differing.slice(0, 1), answers);
  scanReading.confirmTyped(differing.slice(1), answers);
  expect(form).toMatchObject({ surname: 'KARIMOVA', name: 'Olga' });
  expect(photo().filled).toContain('surname');
  expect(photo().kept).toEqual({ name: 'Olga' });
});

it.each(['noZone', 'slanted', 'comeCloser', 'checkFailed', 'unreadable'] as const)(
  'reading a passport fills nothing after "%s"',
  async (kind) => {
    reads({ result: kind });
    await read();
    expect(scanReading.$state.get()).toEqual({ phase: 'ended', refusal: kind });
    expect(form).toEqual({});
    expect(answers.photo()).toBeNull();
  },
);

it('reading a passport fills nothing from a picture with fewer than three certain answers', async () => {
  const unclear = { unsure: 'unclear' } as const;
  const { gender, date_birth, passport_number } = READING;
  const nothing = Object.fromEntries(APPLICANT.fields.map((field) => [field, unclear])) as unknown as PassportReading;
  reads({ ...READ, reading: { ...nothing, gender, date_birth } });
  await read();
  expect(scanReading.$state.get()).toEqual({ phase: 'ended', refusal: 'poor' });
  expect([form, answers.photo()]).toEqual([{}, null]);
  reads({ ...READ, reading: { ...nothing, gender, date_birth, passport_number } });
  await read();
  expect(scanReading.$state.get()).toMatchObject({ phase: 'done', count: 3 });
});

it('reading a passport reports a reader that does not load', async () => {
  vi.mocked(readPassport).mockRejectedValueOnce(new TypeError('offline'));
  await read();
  expect(scanReading.$state.get()).toEqual({ phase: 'ended', refusal: 'failed' });
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
  const whole = (): FormState => ({ formatted_relatives: cards, photo_kept });
  const own: AnswersAccess = {
    ...answers,
    photo: () => scanResultIn(whole(), holder),
    setPhoto: (marks) => {
      photo_kept = photoMarks.with(photo_kept, holder, marks);
    },
    current: () => passportAnswersOf('specialist', whole(), holder),
    put(values: ZoneValues) {
      for (const [field, value] of Object.entries(values)) {
        const name =
          holder
            .pathOf(field as ZoneField)
            .split('.')
            .at(-1) ?? '';
        cards[1] = { ...cards[1], [name]: name === 'birth_of_date' ? splitDate(value) : value };
        onChange(holder.pathOf(field as ZoneField));
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
    expect(own.photo()?.filled).toEqual(['passport_number', 'surname', 'name', 'date_birth']);
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
    const lines = { ...NO_MARKS, photoLines: photo_kept.split('\n') };
    photo_kept = movedMarks(lines, { list: 'formatted_relatives', index: 0, by: -1 }).stays.photoLines.join('\n');
    for (const path of ['formatted_relatives.0.birth_of_date.day', 'formatted_relatives.0.kinship', 'surname'])
      onChange(path);
    expect(scanResultIn(whole(), relativeHolder(0))?.filled).toEqual(['passport_number', 'surname', 'name']);
  });
});
