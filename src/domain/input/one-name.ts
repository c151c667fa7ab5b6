/**
 * Passports with one name only: the holder ticks a box and leaves one name empty. Forms and stored answers keep it empty;
 * values and bodies have {@link MISSING_NAME}, since hosts require both.
 */
export const ONE_NAME = 'one_name';
export const MISSING_NAME = '-';

/** Either may be missing, in the form and in a relative's card. */
const NAMES = ['surname', 'name'] as const;

const isBlank = (answer: unknown) => answer === undefined || answer === null || String(answer).trim() === '';

/** For forms and storage: the missing name empty, the box ticked. */
export function emptyMissingName<Answers extends object>(answers: Answers): Answers {
  const given = Object.entries(answers);
  const missing = given.filter(([name, answer]) => NAMES.some((one) => one === name) && answer === MISSING_NAME);
  if (missing.length === 0) return answers;
  return { ...answers, ...Object.fromEntries(missing.map(([name]) => [name, ''])), [ONE_NAME]: 'yes' };
}

/**
 * For values: the missing name is {@link MISSING_NAME}; a person without any name keeps both empty. @param answers may have the
 * mark without the box, from a host that does not know it
 */
export function fillMissingName<Answers extends object>(answers: Answers): Answers {
  const person = emptyMissingName(answers);
  const given = new Map(Object.entries(person));
  const [missing, ...others] = NAMES.filter((name) => isBlank(given.get(name)));
  if (given.get(ONE_NAME) !== 'yes' || !missing || others.length > 0) return person;
  return { ...person, [missing]: MISSING_NAME };
}

/** Names in one line, without empty and missing ones. */
export function joinNames(...names: readonly string[]): string {
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== MISSING_NAME)
    .join(' ');
}

/** The paths of both names and the box, for any of them; none for another path. */
export function namePaths(path: string): string[] {
  const at = path.lastIndexOf('.') + 1;
  const all = [...NAMES, ONE_NAME];
  return all.some((name) => name === path.slice(at)) ? all.map((name) => path.slice(0, at) + name) : [];
}

export function hasBothNames(answers: Readonly<Record<string, unknown>>): boolean {
  const isGiven = (name: string) => !isBlank(answers[name]) && answers[name] !== MISSING_NAME;
  return answers[ONE_NAME] === 'yes' && NAMES.every(isGiven);
}
