/** Form values that pass every rule on 2026-11-21, for tests that change one thing in them. */
import type { FormState } from '../../../../src/domain/application/form.ts';
import type { ApplicationType } from '../../../../src/domain/application/types.ts';
import { splitDate, utcDate } from '../../../../src/domain/input/date.ts';
import type { ChosenFile } from '../../../../src/stores/application/draft-form.ts';
import { applicantForm, applicantValues, NO_LISTS } from '../../../fixtures/applicants.ts';

export const TODAY = new Date('2026-11-21T09:00:00Z');

export function chosen(name: string, content = `%PDF-${name}`): ChosenFile {
  const blob = new Blob([content], { type: 'application/pdf' });
  return { name, size: blob.size, type: 'application/pdf', blob };
}

export function picture(name: string): ChosenFile {
  const blob = new Blob(['\xff\xd8\xff', name], { type: 'image/jpeg' });
  return { name, size: blob.size, type: 'image/jpeg', blob };
}

export const date = splitDate;

const file = (name: string) => (name.endsWith('.jpg') ? picture(name) : chosen(name));
const values = () => applicantValues(utcDate(TODAY), file);

export function personForm(): FormState {
  return applicantForm('founder', 1, values());
}

/** Step 2 with the three questions answered "no". */
export function visitForm(type: ApplicationType): FormState {
  return applicantForm(type, 2, { ...values(), ...NO_LISTS });
}

/** A relative, a previous trip and a recent one, as a form holds them. */
export function withLists(form: FormState): FormState {
  const filled = applicantForm('founder', 2, values());
  return { ...form, ...Object.fromEntries(Object.keys(NO_LISTS).map((name) => [name, filled[name]])) };
}
