/** Form values that pass every rule on 2026-11-21; a test changes one of them. */
import type { FieldErrors } from '../../../../src/domain/api/refusal-codes.ts';
import { type FieldChoice, partsOf, type Step } from '../../../../src/domain/application/fields.ts';
import type { FormState } from '../../../../src/domain/application/form.ts';
import type { ApplicationType } from '../../../../src/domain/application/types.ts';
import { splitDate, utcDate } from '../../../../src/domain/input/date.ts';
import type { DraftStore } from '../../../../src/stores/application/draft-store.ts';
import type { ChosenFile } from '../../../../src/stores/device/form-values.ts';
import { applicantForm, applicantValues, NO_LISTS } from '../../../fixtures/applicants.ts';

export const TODAY = new Date('2026-11-21T09:00:00Z');

export function chosenFile(name: string, content = `%PDF-1.7 ${name}`): ChosenFile {
  const blob = new Blob([content], { type: 'application/pdf' });
  return { name, size: blob.size, type: 'application/pdf', blob };
}

/** Returns a file that claims the given size. */
export function fileOfSize(name: string, size: number): ChosenFile {
  return { ...chosenFile(name, ''), size };
}

export function chosenPicture(name: string): ChosenFile {
  const blob = new Blob([Uint8Array.of(0xff, 0xd8, 0xff), name], { type: 'image/jpeg' });
  return { name, size: blob.size, type: 'image/jpeg', blob };
}

export const date = splitDate;

const file = (name: string) => (name.endsWith('.jpg') ? chosenPicture(name) : chosenFile(name));
const values = () => applicantValues(utcDate(TODAY), file);

/** Returns the form of a step or part, with the three questions answered "no". */
export function filledForm(type: ApplicationType, only: FieldChoice): FormState {
  return applicantForm(type, only, { ...values(), ...NO_LISTS });
}

/** Returns the three questions answered "yes", with a relative, a previous trip and a recent one. */
export function withLists(): FormState {
  const filled = applicantForm('founder', { step: 2 }, values());
  return Object.fromEntries(Object.keys(NO_LISTS).map((name) => [name, filled[name]]));
}

/**
 * Saves the parts of a type or step one after the other, in step 2 with the consent.
 * @param changes replace answers of the part that asks for them
 * @returns errors by form path
 */
export function saveParts(tab: DraftStore, type: ApplicationType, step?: Step, changes: FormState = {}): FieldErrors {
  const errors = partsOf(type, step).map((part) => {
    const form = filledForm(type, { part });
    const values = Object.fromEntries(
      Object.keys(form).map((name) => [name, name in changes ? changes[name] : form[name]]),
    );
    if (part !== 'check') return tab.savePart(part, values);
    tab.typeInPart(part, values);
    return {};
  });
  return Object.assign({}, ...errors);
}
