/** Reads what an operator types into a search. */
import { isEmail } from '../../src/domain/input/email.ts';
import { isUuid, readApplicantId, readNumberPart } from '../admin/secrets/keys.ts';
import type { SearchQuery } from '../admin/store/search.ts';

export function readSearch(text: string): SearchQuery {
  const number = readApplicantId(text, true);
  const isComplete = number !== null || isEmail(text.trim()) || isUuid(text.trim());
  return { text, number, numberPart: readNumberPart(text), isComplete };
}
