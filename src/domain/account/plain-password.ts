/** The password rule without its list, checked while a password is typed; password.ts has the whole rule. */
import type { FieldCode } from '../api/field-codes.ts';

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;

/** Words that long passwords often consist of; digits, case and punctuation around them do not help. */
export const COMMON_WORDS: readonly string[] = (
  'password passw0rd parol пароль qwerty йцукен qazwsx 1q2w3e4r zaq12wsx asdfgh zxcvbn letmein welcome ' +
  'iloveyou administrator admin changeme monkey dragon football baseball princess sunshine superman batman ' +
  'master secret abc123 trustno1 uzbekistan toshkent tashkent ташкент itpark'
).split(' ');

export interface PasswordOwner {
  name?: string | undefined;
  surname?: string | undefined;
  email?: string | undefined;
}

/** The first issue found without the list, or null. Lengths count Unicode code points. */
export function plainIssue(password: string, owner: PasswordOwner): FieldCode | null {
  const normal = password.normalize('NFC');
  const length = [...normal].length;
  if (length === 0) return 'required';
  if (length < MIN_PASSWORD) return 'password_short';
  if (length > MAX_PASSWORD) return 'password_long';
  const lower = normal.toLowerCase();
  if (isCommon(lower)) return 'password_common';
  return isPersonal(lower, owner) ? 'password_personal' : null;
}

/** True when fewer than four characters remain without the common word, digits and punctuation. */
function isCommon(lower: string): boolean {
  return COMMON_WORDS.some((word) => {
    if (!lower.includes(word)) return false;
    return lower.replaceAll(word, '').replace(/[\d\p{P}\p{S}\s]/gu, '').length < 4;
  });
}

function isPersonal(lower: string, owner: PasswordOwner): boolean {
  const [mailbox = ''] = (owner.email ?? '').split('@');
  return [owner.name, owner.surname, mailbox]
    .map((word) => (word ?? '').trim().toLowerCase())
    .some((word) => word.length >= 4 && lower.includes(word));
}

/** Apparent strength, 0 to 4, by length and variety: a hint, never a rule. @param issue of the password */
export function passwordStrength(password: string, issue: FieldCode | null): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0;
  if (issue !== null) return 1;
  const variety = new Set(password).size;
  if (password.length >= 20 && variety >= 10) return 4;
  return password.length >= 16 && variety >= 8 ? 3 : 2;
}

/** White space at either end is part of a password and invisible. */
export const hasEdgeSpace = (password: string): boolean => /^\s|\s$/u.test(password);
