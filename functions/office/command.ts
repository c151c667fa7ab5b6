/** The commands of the desk: their type, options and lookup. */
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { cleanText, cutText } from '../../src/domain/input/text.ts';
import { type DeskWords, deskKey } from '../admin/mail/words.ts';
import { type Applicant, loadApplicant, UnknownApplicationType } from '../admin/store/applicants.ts';
import type { SeenState } from '../admin/store/statuses.ts';
import { nearest } from '../arguments.ts';
import type { Desk } from './platform.ts';

/** An error whose message is for the operator, in the operator's language. */
export class DeskRefusal extends Error {}

export class UnknownApplication extends DeskRefusal {}

/** The application changed after the operator saw it. */
export class DeskConflict extends DeskRefusal {}

export interface CommandResult {
  lines: string[];
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
  sure: { type: 'string' },
  all: { type: 'boolean' },
} as const;

const COMMON_OPTIONS: readonly string[] = ['remote', 'json', 'yes', 'by'];

type Flag = {
  [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name]['type'] extends 'boolean' ? Name : never;
}[keyof typeof OPTIONS];
export type OptionName = keyof typeof OPTIONS;
export type Options = { [Name in OptionName]?: Name extends Flag ? boolean : string };

/** The operator who runs a command, with storage and language. */
export interface Operator {
  desk: Desk;
  t: DeskWords;
  locale: Locale;
  /** Name of the operator in the log; see `operatorName`. */
  by: string;
  now: number;
  /** The state that the operator saw; commands throw DeskConflict for any other. Undefined: not checked. */
  seen?: SeenState | undefined;
  /** True where the officer who approved an application may neither issue nor revoke its visa. */
  fourEyes?: boolean;
  /**
   * Asks for confirmation before mail is sent and before irreversible changes.
   * @param expected text to type in place of yes @throws DeskRefusal for any other text
   */
  confirm(question: string, expected?: string): Promise<void>;
}

export interface Run extends Operator {
  /** The arguments after the command's name; their number was checked. */
  args: readonly string[];
  options: Options;
}

/** A command; its usage is `usage.<name>` of the locale file. */
export interface Command {
  args: readonly [least: number, most?: number];
  takesNumber?: true;
  options: readonly OptionName[];
  run(run: Run): Promise<CommandResult>;
}

export type Commands = Readonly<Record<string, Command>>;

export interface CommandLine {
  name: string;
  args: readonly string[];
  options: Options;
}

/** Finds the command of a command line. @throws DeskRefusal with the usage, for an unknown name, argument or option */
export function findCommand({ name, args, options }: CommandLine, commands: Commands, t: DeskWords): Command {
  if (name === '') throw new DeskRefusal(usage(t, Object.keys(commands)));
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw unknownWord(t, name, nearest(name, Object.keys(commands)));
  const [least, most = least] = command.args;
  const known: readonly string[] = [...COMMON_OPTIONS, ...command.options];
  if (args.length < least || args.length > most || Object.keys(options).some((option) => !known.includes(option)))
    throw new DeskRefusal(usage(t, [name]));
  return command;
}

/** The refusal of an unknown word. @param meant the nearest known word; undefined for none */
export function unknownWord(t: DeskWords, given: string, meant: string | undefined): DeskRefusal {
  return new DeskRefusal(meant ? t('unknownNear', { given, nearest: meant }) : t('unknownWord', { given }));
}

export function usage(t: DeskWords, names: readonly string[]): string {
  return [
    t('usage.intro'),
    ...names.map((name) => `  npm run desk -- ${t(deskKey('usage', name))}`),
    t('usage.everywhere'),
  ].join('\n');
}

export const seenStateOf = ({ version, history, assignee }: Applicant): SeenState => ({
  version,
  entries: history.length,
  at: Date.parse(history.at(-1)?.created_at ?? '') || 0,
  assignee,
});

const isSameState = (a: SeenState, b: SeenState) => a.version === b.version && a.entries === b.entries && a.at === b.at;

/** Loads an application. @throws UnknownApplication; DeskRefusal for an unknown type; DeskConflict for another state than was seen */
export async function findApplicant({ desk, t, seen }: Operator, id: string): Promise<Applicant> {
  const applicant = await loadApplicant(desk.env.DB, id).catch((error: unknown) => {
    throw error instanceof UnknownApplicationType ? new DeskRefusal(t('typeUnknown', { id })) : error;
  });
  if (!applicant) throw new UnknownApplication(t('unknownApplicant', { id }));
  if (seen && !isSameState(seen, seenStateOf(applicant))) throw new DeskConflict(t('conflict'));
  return applicant;
}

/** @throws DeskRefusal for an anonymised application */
export function requireApplicant(t: DeskWords, { id, anonymisedAt }: Applicant): void {
  if (anonymisedAt !== null) throw new DeskRefusal(t('alreadyAnonymised', { id }));
}

const MAX_NAME = 100;

/** An officer's name or address as the log and assignments store it; an address in lower case, as tokens of Access have it. */
export function officerName(text: string): string {
  const name = cutText(cleanText(text).trim(), MAX_NAME);
  return name.includes('@') ? name.toLowerCase() : name;
}

/** Longest note, in UTF-16 code units, as `maxlength` of a text area counts. */
export const MAX_NOTE = 4000;

/**
 * Normalizes a note's line ends, which are CR LF in files of Windows.
 * @throws DeskRefusal for hidden characters, or more than `max` code units
 */
export function readNote(t: DeskWords, given: string, max = MAX_NOTE): string {
  const note = given.replace(/\r\n?/g, '\n');
  if (cleanText(note, true) !== note) throw new DeskRefusal(t('noteCharacters'));
  if (note.length > max) throw new DeskRefusal(t('noteLength', { max, length: note.length }));
  return note;
}
