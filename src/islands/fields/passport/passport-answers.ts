/** The answers of a passport's holder: for filling in from a reading, for comparing with it, and as text. */
import { useEffect, useRef, useState } from 'react';
import { answerText } from '../../../domain/application/answers.ts';
import { FIELDS } from '../../../domain/application/fields.ts';
import { type FormState, siblingPath } from '../../../domain/application/form.ts';
import type { ApplicationType } from '../../../domain/application/types.ts';
import { PHOTO_MARKS, photoMarksIn } from '../../../domain/application/wire-names.ts';
import type { Locale } from '../../../domain/i18n/locales.ts';
import { isIncompleteDate } from '../../../domain/input/date.ts';
import { emptyMissingAnswers, NO_EXPIRY, ONE_NAME } from '../../../domain/input/missing-answers.ts';
import { kindOf } from '../../../domain/kinds/index.ts';
import { passportDifferences, type RefusedValues, type ZoneValues } from '../../../domain/passport/filling-in.ts';
import { type PassportHolder, passportAnswersOf } from '../../../domain/passport/holders.ts';
import { photoMarks } from '../../../domain/passport/photo-marks.ts';
import type { ZoneField } from '../../../domain/passport/reading.ts';
import { checkForms, localDate, rulesFor } from '../../../stores/application/check-forms.ts';
import { type AnswersAccess, earlierAnswers, scanReading } from '../../../stores/application/scan-reading.ts';
import { notifyScanResults, type ScanResult, scanResultIn } from '../../../stores/application/scan-result.ts';
import { ports } from '../../../stores/browser/ports.ts';
import { isBlankForm, valueAt, withValue } from '../../../stores/device/form-values.ts';
import { pageText } from '../../../stores/page-text.ts';
import { shownCountry } from '../country-names.ts';
import { usePart } from '../part-context.tsx';

/** Values that were read, by form path, in the form's format. */
function asForm(values: ZoneValues, { pathOf }: PassportHolder): FormState {
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

interface AccessOptions {
  type: ApplicationType | null;
  /** A function, since the holder's place in a list may change while a passport is read. */
  holder: () => PassportHolder;
  /** All loaded forms. */
  form: () => FormState;
  /** Puts answers in, by form path. */
  put: (values: FormState) => void;
  /** Stores the photo marks. */
  store: (text: string) => void;
}

export function accessPassport({ type, holder, form, put, store }: AccessOptions): AnswersAccess {
  return {
    current: () => passportAnswersOf(type, form(), holder()),
    put: (values) => put(asForm(values, holder())),
    refused: (values) => refusedValues(type, form(), { values, holder: holder() }),
    photo: () => scanResultIn(form(), holder()),
    setPhoto(marks) {
      store(photoMarks.with(photoMarksIn(form()), holder(), marks));
      notifyScanResults();
    },
  };
}

/** Values that the form would refuse in its empty fields, each with the code of the issue. */
function refusedValues(
  type: ApplicationType | null,
  form: FormState,
  { values, holder }: { values: ZoneValues; holder: PassportHolder },
): RefusedValues {
  const filled = Object.entries(asForm(values, holder)).reduce(
    (all, [path, value]) => (isBlankForm(valueAt(form, path)) ? withValue(all, path, value) : all),
    form,
  );
  const rules = rulesFor({ sentAt: null }, new Date(ports.now()));
  const errors = checkForms({ type, step1Data: filled, step2Data: filled }, rules);
  const refused = holder.fields.flatMap((field) => {
    const [code] = errors[holder.pathOf(field)] ?? [];
    return code && values[field] !== undefined ? [[field, code]] : [];
  });
  return Object.fromEntries(refused);
}

/** Access from within the form of one part: its own fields change in the form, all others in the draft. */
export function usePassportAnswers(holder: PassportHolder): AnswersAccess {
  const { type, form, fill, others, validateOnBlur } = usePart();
  const now = useRef(holder);
  now.current = holder;
  const [access] = useState(() =>
    accessPassport({
      type,
      holder: () => now.current,
      form: () => ({ ...others?.(), ...form.values }),
      put(values) {
        const own = form.values;
        const elsewhere: FormState = {};
        for (const [path, value] of Object.entries(values)) {
          if (valueAt(own, path) !== undefined) {
            form.setValue(path, value);
            validateOnBlur(path);
          } else elsewhere[path] = value;
        }
        fill?.(elsewhere);
      },
      store: (marks) => fill?.({ [PHOTO_MARKS]: marks }),
    }),
  );
  return access;
}

/** What has to be compared with a passport, or asked about. Reads the scan again to get the picture of its lines. */
export function useComparison(photo: ScanResult | null, holder: PassportHolder, answers: AnswersAccess) {
  const now = answers.current();
  const differing = photo ? passportDifferences(photo.reading, now, holder.fields) : [];
  const questions = differing.filter(({ field, typed }) => photo?.kept[field] !== typed);
  const filled = photo?.filled ?? [];
  const scan = filled.length + questions.length > 0 && !photo?.lines ? photo?.scan : null;
  useEffect(() => {
    if (scan) void scanReading.restoreLines(scan, localDate(new Date(ports.now())));
  }, [scan]);
  return { now, questions, filled, earlier: earlierAnswers(photo, now, holder.fields) };
}

/** An answer as text; an incomplete date with its boxes unchanged. */
export function passportAnswerText(locale: Locale, field: ZoneField, value: string): string {
  const { kind } = FIELDS[field];
  if (isIncompleteDate(value)) return value.split('-').reverse().join('.');
  return answerText(kind, value, { locale, t: pageText(locale, 'forms').find, countryName: shownCountry });
}
