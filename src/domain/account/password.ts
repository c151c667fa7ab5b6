/** The password rule (after NIST SP 800-63B §3.1.1.2) of host and pages, which fetch it when a password is typed. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { FieldCode } from '../api/errors.ts';
import lists from './common-passwords.json' with { type: 'json' };
import { COMMON_WORDS, type PasswordOwner, plainIssue } from './plain-password.ts';

export type { PasswordOwner } from './plain-password.ts';

/** As a power of ten; zxcvbn calls a password very unguessable from there on (Wheeler, USENIX Security 2016). */
const ENOUGH_GUESSES_LOG10 = 10;

/** The keys of a Russian keyboard at the places of `LATIN_KEYS`. */
const CYRILLIC_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю';
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";

/** Local words that the list, mostly English, lacks. */
const LOCAL_WORDS = 'samarkand самарканд узбекистан привет любовь люблю солнышко наташа'.split(' ');

let estimator: ZxcvbnFactory | undefined;

function guessesLog10(password: string): number {
  estimator ??= new ZxcvbnFactory({
    dictionary: { leaked: lists.words.split(' '), words: [...COMMON_WORDS, ...LOCAL_WORDS] },
    graphs: { qwerty: JSON.parse(lists.qwerty) },
    // Undoing "p@ssw0rd" costs a throttled phone 0.1 s at 128 characters, and finds one password more in 250.
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

/** What is wrong with a new password, or null. Length is counted in Unicode code points. */
export function passwordIssue(password: string, owner: PasswordOwner): FieldCode | null {
  const normal = password.normalize('NFC');
  return plainIssue(normal, owner) ?? (isGuessable(normal) ? 'password_common' : null);
}
