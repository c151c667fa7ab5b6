/** Splits a refusal into field errors and a notice. The notice has everything that no field shows, so nothing is lost. */

import { FIELD_CODES } from '../../domain/api/field-codes.ts';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import type { CallRefusal } from './request.ts';

interface PlacedRefusal {
  /** Field of the form → codes or the host's sentences. */
  fields: FieldErrors;
  /** Null if the fields show everything; its own `fields` are those that the form lacks. */
  notice: CallRefusal | null;
}

const FIELD_REFUSALS = new Set<CallRefusal['code']>(['validation_failed', 'current_password_required']);

/** The code for a field that the host names without a reason. */
const NO_REASON = 'not_accepted';

/** @param fieldOf the form's field for a path of the host; null if the form has none */
export function splitRefusal(refusal: CallRefusal, fieldOf: (path: string) => string | null): PlacedRefusal {
  const { fields: named = {}, ...rest } = refusal;
  const fields: FieldErrors = {};
  const unplaced: FieldErrors = {};
  for (const [path, reasons] of Object.entries(named)) {
    const field = fieldOf(path);
    if (field === null) unplaced[path] = reasons;
    else fields[field] = [...(fields[field] ?? []), ...(reasons.length > 0 ? reasons : [NO_REASON])];
  }
  const hasUnplaced = Object.keys(unplaced).length > 0;
  const isShownByFields = Object.keys(fields).length > 0 && !hasUnplaced && FIELD_REFUSALS.has(refusal.code);
  return { fields, notice: isShownByFields ? null : { ...rest, ...(hasUnplaced && { fields: unplaced }) } };
}

const KNOWN_CODES = new Set<string>(FIELD_CODES);

/** A sentence that the host sent in place of a code; null for any code, known or not. */
export const hostSentence = (reason: string): string | null =>
  KNOWN_CODES.has(reason) || /^[a-z0-9_.:-]*$/.test(reason) ? null : reason;

/** The host's sentences about fields that the form lacks. */
export function unplacedSentences({ fields = {} }: CallRefusal): string[] {
  return Object.values(fields).flatMap((reasons) => reasons.flatMap((reason) => hostSentence(reason) ?? []));
}

/** True for codes of fields that this page lacks: the page is older than the host. */
export function isPageOutdated({ fields = {}, sentence }: CallRefusal): boolean {
  if (sentence !== undefined) return false;
  return Object.values(fields).some((reasons) => reasons.some((reason) => KNOWN_CODES.has(reason)));
}

/** The code whose text a field shows; unknown codes have no text. */
export const shownCode = (code: string): string => (KNOWN_CODES.has(code) ? code : NO_REASON);
