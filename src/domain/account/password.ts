/** The password rule (NIST SP 800-63B, section 3.1.1.2) of host and pages, which load it when a password is typed. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { FieldCode } from '../api/field-codes.ts';
import lists from './common-passwords.json' with { type: 'json' };
import { COMMON_WORDS, type PasswordOwner, plainIssue } from './plain-password.ts';

export type { PasswordOwner } from './plain-password.ts';

/** Power of ten; zxcvbn rates a password "very unguessable" from here (Wheeler, USENIX Security 2016). */
const ENOUGH_GUESSES_LOG10 = 10;

/** The Russian keyboard's keys at the places of `LATIN_KEYS`. */
const CYRILLIC_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю';
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";

/** Local words missing from the mostly English list. */
const LOCAL_WORDS = 'samarkand самарканд узбекистан привет любовь люблю солнышко наташа'.split(' ');

let estimator: ZxcvbnFactory | undefined;

function guessesLog10(password: string): number {
  estimator ??= new ZxcvbnFactory({
    dictionary: { leaked: lists.words.split(' '), words: [...COMMON_WORDS, ...LOCAL_WORDS] },
    graphs: { qwerty: JSON.parse(lists.qwerty) },
    // Undoing "p@ssw0rd" costs a throttled phone 0.1 s at 128 characters, and finds one more password in 250.
    l33tMaxSubstitutions: 0,
  });
  return estimator.check(password).guessesLog10;
}

/** Leaked passwords, words, names, dates, sequences, repeats, keyboard walks. */
function isGuessable(password: string): boolean {
  const latin = password.replace(/[а-яё]/gi, (letter) => {
    return LATIN_KEYS.charAt(CYRILLIC_KEYS.indexOf(letter.toLowerCase())) || letter;
  });
  return [...new Set([password, latin])].some((typed) => guessesLog10(typed) < ENOUGH_GUESSES_LOG10);
}

/** The issue of a new password, or null. Lengths count Unicode code points. */
export function passwordIssue(password: string, owner: PasswordOwner): FieldCode | null {
  const normal = password.normalize('NFC');
  return plainIssue(normal, owner) ?? (isGuessable(normal) ? 'password_common' : null);
}
