/** What a command of the desk is, what it is given, and how it is found. */
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { cleanText } from '../../../src/domain/input/text.ts';
import { nearest } from '../../arguments.ts';
import type { Words } from '../mail/words.ts';
import { type Applicant, loadApplicant, UnknownApplicationType } from '../store/applicants.ts';
import type { SeenState } from '../store/statuses.ts';
import type { Desk } from './platform.ts';

/** A refusal in the operator's words. */
export class DeskRefusal extends Error {}

/** Somebody else changed what the operator has seen. */
export class DeskConflict extends DeskRefusal {}

/** What a command says. */
export interface CommandResult {
  /** Printed for people. */
  lines: string[];
  /** Printed with `--json`. */
  data: unknown;
}

/** Every option of the command line; those of `COMMON_OPTIONS` go with each command. */
export const OPTIONS = {
  remote: { type: 'boolean' },
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
  by: { type: 'string' },
  status: { type: 'string' },
  type: { type: 'string' },
  request: { type: 'string' },
  save: { type: 'string' },
  note: { type: 'string' },
  fields: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  after: { type: 'string' },
  overdue: { type: 'boolean' },
  csv: { type: 'string' },
  now: { type: 'boolean' },
  all: { type: 'boolean' },
} as const;

const COMMON_OPTIONS: readonly string[] = ['remote', 'json', 'yes', 'by'];

type Flag = {
  [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name]['type'] extends 'boolean' ? Name : never;
}[keyof typeof OPTIONS];
export type OptionName = keyof typeof OPTIONS;
export type Options = { [Name in OptionName]?: Name extends Flag ? boolean : string };

/** Who and what a command works for. */
export interface Operator {
  desk: Desk;
  t: Words;
  locale: Locale;
  /** Who answers for a change; see `operatorName`. */
  by: string;
  /** Milliseconds since 1970. */
  now: number;
  /** What the operator saw of the application: a decision about another state of it is refused. Undefined: not checked. */
  seen?: SeenState | undefined;
  /** Whoever approved an application neither issues nor revokes its visa. */
  fourEyes?: boolean;
  /**
   * Asks before mail goes out or what can't be taken back.
   * @param expected what has to be typed instead of yes @throws DeskRefusal for any other answer
   */
  confirm(question: string, expected?: string): Promise<void>;
}

/** One run of a command. */
export interface Run extends Operator {
  /** The arguments after the command's name; there are as many as the command has. */
  args: readonly string[];
  options: Options;
}

/** Its words are `usage.<name>` of the locale file. */
export interface Command {
  /** How many arguments it needs, and how many it takes at most when that is more. */
  args: readonly [least: number, most?: number];
  /** Its first argument is an application's number. */
  takesNumber?: true;
  options: readonly OptionName[];
  run(run: Run): Promise<CommandResult>;
}

export type Commands = Readonly<Record<string, Command>>;

/** A command line in parts. */
export interface CommandLine {
  name: string;
  args: readonly string[];
  options: Options;
}

/** The command that a command line names. @throws DeskRefusal with the words for the command, or for all of them */
export function findCommand({ name, args, options }: CommandLine, commands: Commands, t: Words): Command {
  if (name === '') throw new DeskRefusal(usage(t, Object.keys(commands)));
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw unknownWord(t, name, nearest(name, Object.keys(commands)));
  const [least, most = least] = command.args;
  const known: readonly string[] = [...COMMON_OPTIONS, ...command.options];
  if (args.length < least || args.length > most || Object.keys(options).some((option) => !known.includes(option)))
    throw new DeskRefusal(usage(t, [name]));
  return command;
}

/** A word of the command line that is not known, with the known one that was probably meant. */
export function unknownWord(t: Words, given: string, meant: string | undefined): DeskRefusal {
  return new DeskRefusal(meant ? t('unknownNear', { given, nearest: meant }) : t('unknownWord', { given }));
}

/** How commands are written. */
export function usage(t: Words, names: readonly string[]): string {
  return [
    t('usage.intro'),
    ...names.map((name) => `  npm run desk -- ${t(`usage.${name}`)}`),
    t('usage.everywhere'),
  ].join('\n');
}

/** What is seen of an application now. */
export const seenStateOf = ({ version, history, assignee }: Applicant): SeenState => ({
  version,
  entries: history.length,
  at: Date.parse(history.at(-1)?.created_at ?? '') || 0,
  assignee,
});

const isSameState = (a: SeenState, b: SeenState) => a.version === b.version && a.entries === b.entries && a.at === b.at;

/** An application by its number. @throws DeskRefusal; DeskConflict when it is no longer as the operator has seen it */
export async function findApplicant({ desk, t, seen }: Operator, id: string): Promise<Applicant> {
  const applicant = await loadApplicant(desk.env.DB, id).catch((error: unknown) => {
    throw error instanceof UnknownApplicationType ? new DeskRefusal(t('typeUnknown', { id })) : error;
  });
  if (!applicant) throw new DeskRefusal(t('unknownApplicant', { id }));
  if (seen && !isSameState(seen, seenStateOf(applicant))) throw new DeskConflict(t('conflict'));
  return applicant;
}

/** For what needs an applicant behind the application. @throws DeskRefusal for an anonymised one */
export function requireApplicant(t: Words, { id, anonymisedAt }: Applicant): void {
  if (anonymisedAt !== null) throw new DeskRefusal(t('alreadyAnonymised', { id }));
}

/** A note as it is read in mails, accounts and by operators; a file that was given as one may end its lines with CR LF. @throws DeskRefusal */
export function readNote(t: Words, given: string): string {
  const note = given.replace(/\r\n?/g, '\n');
  if (cleanText(note, true) !== note) throw new DeskRefusal(t('noteCharacters'));
  return note;
}
