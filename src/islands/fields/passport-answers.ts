/** The answers of the whole application, as the reading of a passport sees and fills them. */
import { useState } from 'react';
import { FIELDS } from '../../domain/application/fields.ts';
import { type FormState, formToValues } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { splitDate } from '../../domain/input/date.ts';
import type { PassportAnswers, ReadValues } from '../../domain/passport/filling-in.ts';
import type { AnswersAccess } from '../../stores/application/scan-reading.ts';
import { usePart } from './part-context.tsx';

/** @param form all of an application's forms that are there */
export function passportAnswers(type: ApplicationType | null, form: FormState): PassportAnswers {
  return formToValues(type, form) as PassportAnswers;
}

/** What was read, by form path and as a form has it. */
export function asForm(values: ReadValues): FormState {
  const entries = Object.entries(values) as [keyof ReadValues, string][];
  return Object.fromEntries(
    entries.map(([field, value]) => [field, FIELDS[field].kind === 'date' ? splitDate(value) : value]),
  );
}

/** Access from within the form of one part: its own fields change in the form, all others in the draft. */
export function usePassportAnswers(): AnswersAccess {
  const { type, form, fill, others, validateOnBlur } = usePart();
  const [access] = useState<AnswersAccess>(() => ({
    now: () => passportAnswers(type, { ...others?.(), ...form.getValues() }),
    put(values) {
      const own = form.getValues();
      const elsewhere: FormState = {};
      for (const [path, value] of Object.entries(asForm(values))) {
        if (path in own) {
          form.setValue(path, value);
          validateOnBlur(path);
        } else elsewhere[path] = value;
      }
      fill?.(elsewhere);
    },
  }));
  return access;
}
