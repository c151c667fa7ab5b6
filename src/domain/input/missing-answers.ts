/**
 * What a passport lacks: its holder ticks a box and leaves one of two names, or the expiry date, empty. Forms and stored answers
 * keep the answer empty; values have {@link MISSING_ANSWER}. A body has it for a name, since hosts require both names, and an
 * empty date.
 */
export const ONE_NAME = 'one_name';
export const NO_EXPIRY = 'no_expiry';
export const MISSING_ANSWER = '-';

/** Each box, with the answers of which one may be missing, in the form and in a relative's card. */
const BOXES = [
  [ONE_NAME, ['surname', 'name']],
  [NO_EXPIRY, ['passport_expire']],
] as const;
type Box = (typeof BOXES)[number][0];
type Given = Readonly<Record<string, unknown>>;

/** True for an empty answer, and for a date whose boxes are all empty. */
export const isBlank = (answer: unknown): boolean =>
  typeof answer === 'object' && answer ? Object.values(answer).every(isBlank) : !String(answer ?? '').trim();

/** @returns the answers themselves where nothing changes */
function withChanges<Answers extends object>(
  answers: Answers,
  changesOf: (given: Given, box: Box, names: readonly string[]) => unknown,
): Answers {
  const changes = BOXES.map(([box, names]) => changesOf(answers as Given, box, names)).filter(Boolean);
  return changes.length > 0 ? Object.assign({}, answers, ...changes) : answers;
}

/** For forms and storage: the missing answer empty, its box ticked. */
export function emptyMissingAnswers<Answers extends object>(answers: Answers): Answers {
  return withChanges(answers, (given, box, names) => {
    const missing = names.filter((name) => given[name] === MISSING_ANSWER);
    return missing.length > 0 && Object.fromEntries([...missing.map((name) => [name, '']), [box, 'yes']]);
  });
}

/**
 * For values: the missing answer is {@link MISSING_ANSWER}; a person without any name keeps both empty. @param answers may have the
 * mark without the box, from a host that does not know it
 */
export function fillMissingAnswers<Answers extends object>(answers: Answers): Answers {
  return withChanges(emptyMissingAnswers(answers), (given, box, names) => {
    const [missing, ...others] = names.filter((name) => isBlank(given[name]));
    return given[box] === 'yes' && missing && others.length === 0 && { [missing]: MISSING_ANSWER };
  });
}

/** Names in one line, without empty and missing ones. */
export function joinNames(...names: readonly string[]): string {
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== MISSING_ANSWER)
    .join(' ');
}

/** The paths of a box and its answers, for any of them; empty for another path. */
export function boxPaths(path: string): string[] {
  const at = path.lastIndexOf('.') + 1;
  const own = BOXES.map(([box, names]) => [...names, box]).find((all: readonly string[]) =>
    all.includes(path.slice(at)),
  );
  return own?.map((name) => path.slice(0, at) + name) ?? [];
}

/** True for a ticked box although all of its answers are given. */
export function isBoxContradicted(box: Box, given: Given): boolean {
  const isGiven = (name: string) => !isBlank(given[name]) && given[name] !== MISSING_ANSWER;
  return given[box] === 'yes' && BOXES.some(([own, names]) => own === box && names.every(isGiven));
}
