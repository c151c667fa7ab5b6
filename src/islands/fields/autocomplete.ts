/** Which fields the browser may fill by itself: only those about the applicant, never those about somebody else. */

const TOKENS: Record<string, string> = {
  surname: 'family-name',
  name: 'given-name',
  middlename: 'additional-name',
  email: 'email',
  phone: 'tel',
};

/** Value of the attribute `autocomplete` for a form path. */
export function autoCompleteOf(path: string): string {
  return TOKENS[path] ?? 'off';
}
