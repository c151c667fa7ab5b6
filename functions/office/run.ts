/** Runs the operators' command line: parses it, opens the storage, runs the command, prints the result. */
import { chooseLocale } from '../../src/domain/i18n/paths.ts';
import { wordsOf } from '../admin/mail/words.ts';
import { logErrorsOnly } from '../admin/runtime/log.ts';
import { hasTables } from '../admin/store/actions.ts';
import { ArgumentError, splitArguments } from '../arguments.ts';
import { type CommandLine, DeskRefusal, findCommand, OPTIONS, type Options, unknownWord, usage } from './command.ts';
import { COMMANDS, runCommand } from './commands.ts';
import { confirmation, operatorName } from './operator.ts';
import { refusalText, resultText } from './output.ts';
import { DEPLOYED, openDesk, RemoteUnreachable } from './platform.ts';

const locale = chooseLocale({ browser: [process.env.LC_ALL ?? '', process.env.LANG ?? ''] });
const t = wordsOf(locale, 'desk');

/** @throws DeskRefusal for an unknown option, or a value that is missing or superfluous */
function readCommandLine(argv: readonly string[]): CommandLine {
  try {
    const { words, options } = splitArguments(argv, OPTIONS);
    const [name = '', ...args] = words;
    return { name, args, options: options as Options };
  } catch (error) {
    throw error instanceof ArgumentError ? mistakeRefusal(error.mistake, argv) : error;
  }
}

function mistakeRefusal(mistake: ArgumentError['mistake'], argv: readonly string[]): DeskRefusal {
  const { problem, given } = mistake;
  if (problem === 'swallowed') return new DeskRefusal(t('npmTook', { given, line: [...argv, given].join(' ') }));
  if (problem === 'value')
    return new DeskRefusal(takesNoValue(given) ? t('optionNoValue', { given }) : t('optionValue', { given }));
  return unknownWord(t, given, mistake.nearest);
}

function takesNoValue(given: string): boolean {
  return Object.entries(OPTIONS).some(([name, { type }]) => given === `--${name}` && type === 'boolean');
}

function helpText(argv: readonly string[]): string {
  const named = argv.filter((word) => Object.hasOwn(COMMANDS, word));
  return usage(t, named.length > 0 ? named : Object.keys(COMMANDS));
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
}

async function main(): Promise<void> {
  logErrorsOnly();
  const argv = process.argv.slice(2);
  if (argv.some((word) => word === '--help' || word === '-h')) return console.log(helpText(argv));
  const line = readCommandLine(argv);
  // Checked before the storage is opened, which takes a second.
  findCommand(line, COMMANDS, t);
  const { options } = line;
  const desk = await openDesk(options.remote ?? false).catch((error: unknown) => {
    if (!(error instanceof RemoteUnreachable)) throw error;
    throw new DeskRefusal(t(error.problem, { detail: error.message }));
  });
  try {
    if (!(await hasTables(desk.env.DB))) throw new DeskRefusal(t(desk.remote ? 'remoteNoTables' : 'noState'));
    const by = operatorName(options.by);
    const confirm = confirmation(t, { yes: options.yes ?? false, place: desk.remote ? DEPLOYED : null });
    const result = await runCommand(line, { desk, t, locale, by, now: Date.now(), confirm });
    console.log(resultText(result, options.json ?? false));
  } finally {
    await desk.close();
  }
}

try {
  await main();
} catch (error) {
  const message = error instanceof DeskRefusal ? error.message : t('unexpected', { detail: firstLine(error) });
  console.error(refusalText(message, process.argv.includes('--json')));
  process.exitCode = 1;
}
