/** The answers of a passport's holder: to fill in from a reading, and as text. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { answerText } from '../../../domain/application/answers.ts';
import { FIELDS } from '../../../domain/application/fields.ts';
import { type FormState, siblingPath } from '../../../domain/application/form.ts';
import type { Locale } from '../../../domain/i18n/locales.ts';
import { isPartOfDate } from '../../../domain/input/date.ts';
import { emptyMissingAnswers, NO_EXPIRY, ONE_NAME } from '../../../domain/input/missing-answers.ts';
import { kindOf } from '../../../domain/kinds/index.ts';
import type { PassportAnswers, ZoneValues } from '../../../domain/passport/filling-in.ts';
import { type PassportHolder, passportAnswersOf } from '../../../domain/passport/holders.ts';
import { type PhotoMark, photoMarks } from '../../../domain/passport/photo-marks.ts';
import type { ZoneField } from '../../../domain/passport/reading.ts';
import type { AnswersAccess } from '../../../stores/application/scan-reading.ts';
import type { ScanResult } from '../../../stores/application/scan-result.ts';
import { valueAt } from '../../../stores/device/form-values.ts';
import { textOf } from '../../../stores/page-text.ts';
import { shownCountry } from '../country-names.ts';
import { usePart } from '../part-context.tsx';

/** Read values by form path, in the form's format. */
export function asForm(values: ZoneValues, { pathOf }: PassportHolder): FormState {
  const read = values.passport_expire ? { ...values, [NO_EXPIRY]: 'no' } : values;
  const entries = Object.entries(emptyMissingAnswers(read)) as [
    ZoneField | typeof ONE_NAME | typeof NO_EXPIRY,
    string,
  ][];
  return Object.fromEntries(
    entries.map(([field, value]) => {
      const isBox = field === ONE_NAME || field === NO_EXPIRY;
      const path = isBox ? siblingPath(pathOf('name'), field) : pathOf(field);
      return [path, kindOf(FIELDS[field]).toForm(value)];
    }),
  );
}

/** Access from within the form of one part: its own fields change in the form, all others in the draft. */
export function usePassportAnswers(holder: PassportHolder): AnswersAccess {
  const { type, form, fill, others, validateOnBlur } = usePart();
  /** While a passport is read, its holder's place in a list may change. */
  const now = useRef(holder);
  now.current = holder;
  const [access] = useState<AnswersAccess>(() => ({
    current: () => passportAnswersOf(type, { ...others?.(), ...form.getValues() }, now.current),
    put(values) {
      const own = form.getValues();
      const elsewhere: FormState = {};
      for (const [path, value] of Object.entries(asForm(values, now.current))) {
        if (valueAt(own, path) !== undefined) {
          form.setValue(path, value);
          validateOnBlur(path);
        } else elsewhere[path] = value;
      }
      fill?.(elsewhere);
    },
  }));
  return access;
}

interface KeptMarksOptions {
  holder: PassportHolder;
  photo: ScanResult | null;
  answers: PassportAnswers;
  /** The lines of all passports (domain/passport/photo-marks.ts). */
  stored: string;
  store: (text: string) => void;
}

/** The differences of answers from a photo that is on this page, or was read earlier. Stores them, so that they outlast the page. */
export function useKeptMarks({ holder, photo, answers, stored, store }: KeptMarksOptions) {
  const kept = photo && !photo.isEarlier ? photo : photoMarks.stored(stored, holder);
  const marks = photoMarks.ofReading(kept, answers, holder);
  const text = (now: readonly PhotoMark[]) =>
    photoMarks.withReading(stored, holder, { reading: kept.reading, marks: now });
  const latest = text(marks);
  const storeLatest = useEffectEvent(() => store(latest));
  useEffect(() => {
    if (latest !== stored) storeLatest();
  }, [latest, stored]);
  return {
    reading: kept.reading,
    questions: marks.filter(({ isKept }) => !isKept),
    keep: (mark: PhotoMark) => store(text(marks.map((one) => (one === mark ? { ...one, isKept: true } : one)))),
  };
}

/** An answer as text; an incomplete date with its boxes unchanged. */
export function passportAnswerText(locale: Locale, field: ZoneField, value: string): string {
  const { kind } = FIELDS[field];
  if (isPartOfDate(value)) return value.split('-').reverse().join('.');
  return answerText(kind, value, { locale, t: textOf(locale, 'forms').find, countryName: shownCountry });
}
