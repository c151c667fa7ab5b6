/**
 * What a passport lacks: its holder ticks a box and leaves one of two names, or the expiry date, empty. Forms and stored answers keep
 * it empty; values have {@link MISSING_ANSWER}. Bodies have it for a name, since hosts require both, and an empty date.
 */
export const ONE_NAME = 'one_name';
export const NO_EXPIRY = 'no_expiry';
export const MISSING_ANSWER = '-';

/** The answers that a box concerns, of which one may be missing, in the form and in a relative's card. */
const BOXES = { [ONE_NAME]: ['surname', 'name'], [NO_EXPIRY]: ['passport_expire'] } as const;
type Box = keyof typeof BOXES;
const boxes = Object.entries(BOXES) as [Box, readonly string[]][];

/** Also of a date's boxes. */
const isBlank = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null
    ? Object.values(answer).every(isBlank)
    : String(answer ?? '').trim() === '';

/** For forms and storage: the missing answer empty, its box ticked. */
export function emptyMissingAnswers<Answers extends object>(answers: Answers): Answers {
  const given = new Map<string, unknown>(Object.entries(answers));
  const changes = boxes.flatMap(([box, names]) => {
    const missing = names.filter((name) => given.get(name) === MISSING_ANSWER);
    return missing.length > 0 ? [...missing.map((name) => [name, '']), [box, 'yes']] : [];
  });
  return changes.length > 0 ? { ...answers, ...Object.fromEntries(changes) } : answers;
}

/**
 * For values: the missing answer is {@link MISSING_ANSWER}; a person without any name keeps both empty. @param answers may have the
 * mark without the box, from a host that does not know it
 */
export function fillMissingAnswers<Answers extends object>(answers: Answers): Answers {
  const person = emptyMissingAnswers(answers);
  const given = new Map<string, unknown>(Object.entries(person));
  const changes = boxes.flatMap(([box, names]) => {
    const [missing, ...others] = names.filter((name) => isBlank(given.get(name)));
    return given.get(box) === 'yes' && missing && others.length === 0 ? [[missing, MISSING_ANSWER]] : [];
  });
  return changes.length > 0 ? { ...person, ...Object.fromEntries(changes) } : person;
}

/** Names in one line, without empty and missing ones. */
export function joinNames(...names: readonly string[]): string {
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== MISSING_ANSWER)
    .join(' ');
}

/** The paths of a box and its answers, for any of them; none for another path. */
export function boxPaths(path: string): string[] {
  const at = path.lastIndexOf('.') + 1;
  const own = boxes.map(([box, names]) => [...names, box]).find((all) => all.includes(path.slice(at)));
  return own?.map((name) => path.slice(0, at) + name) ?? [];
}

/** True for a ticked box of which no answer is missing. */
export function isBoxContradicted(box: Box, answers: Readonly<Record<string, unknown>>): boolean {
  const isGiven = (name: string) => !isBlank(answers[name]) && answers[name] !== MISSING_ANSWER;
  return answers[box] === 'yes' && BOXES[box].every(isGiven);
}
