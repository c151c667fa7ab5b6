/**
 * The password rule (decisions.md, "The embedded admin host"): 12 to 128 characters, no composition rules, none that is
 * found quickly, and not the own name or e-mail. NIST SP 800-63B §3.1.1.2 is the source of the approach. The host judges
 * by this; a page fetches it when a password is being typed (src/stores/password-rule.ts).
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { FieldCode } from '../application/field-codes.ts';
import lists from './common-passwords.json' with { type: 'json' };
import { COMMON_WORDS, type PasswordOwner, plainIssue } from './plain-password.ts';

export type { PasswordOwner } from './plain-password.ts';

/**
 * Fewer guesses than ten to this power find a password that has been copied from a site with quick hashes; from there on
 * zxcvbn calls one very unguessable (Wheeler, "zxcvbn: Low-Budget Password Strength Estimation", USENIX Security 2016).
 */
const ENOUGH_GUESSES_LOG10 = 10;

/** The keys of a Russian keyboard that stand where a Latin one has `LATIN_KEYS`. */
const CYRILLIC_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю';
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";

/** What the list, which is English for the most part, lacks of what is chosen here. */
const LOCAL_WORDS = 'samarkand самарканд узбекистан привет любовь люблю солнышко наташа'.split(' ');

let estimator: ZxcvbnFactory | undefined;

/** How many guesses find a password, as a power of ten. */
function guessesLog10(password: string): number {
  estimator ??= new ZxcvbnFactory({
    dictionary: { leaked: lists.words.split(' '), words: [...COMMON_WORDS, ...LOCAL_WORDS] },
    graphs: { qwerty: JSON.parse(lists.qwerty) },
    // To undo "p@ssw0rd" costs a slow phone a tenth of a second at 128 characters, and finds one password more in 250.
    l33tMaxSubstitutions: 0,
  });
  return estimator.check(password).guessesLog10;
}

/** True for a password that is found quickly: leaked ones, words, names, dates, sequences, repeats, ways over the keyboard. */
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
