/** The operators' command line from beginning to end. Opens the storage, runs one command, prints what it says. */
import { parseArgs } from 'node:util';
import { chooseLocale } from '../../../src/domain/i18n/paths.ts';
import { wordsOf } from '../mail/words.ts';
import { logErrorsOnly } from '../runtime/log.ts';
import { hasTables } from '../store/desk.ts';
import { type CommandLine, DeskRefusal, findCommand, OPTIONS } from './command.ts';
import { COMMANDS, runCommand } from './commands.ts';
import { confirmation, operatorName } from './operator.ts';
import { refusalText, toldText } from './output.ts';
import { openDesk, RemoteUnreachable } from './platform.ts';

const locale = chooseLocale({ browser: [process.env.LC_ALL ?? '', process.env.LANG ?? ''] });
const t = wordsOf(locale, 'desk');

/** An unreadable command line names no command. */
function readCommandLine(): CommandLine {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: OPTIONS });
    const [name = '', ...args] = positionals;
    return { name, args, options: values };
  } catch {
    return { name: '', args: [], options: {} };
  }
}

async function main(): Promise<void> {
  logErrorsOnly();
  const line = readCommandLine();
  // Before the storage is opened, which takes a second.
  findCommand(line, COMMANDS, t);
  const { options } = line;
  const desk = await openDesk(options.remote ?? false).catch((error: unknown) => {
    if (!(error instanceof RemoteUnreachable)) throw error;
    throw new DeskRefusal(t(error.problem, { detail: error.message }));
  });
  try {
    if (!(await hasTables(desk.env.DB))) throw new DeskRefusal(t(desk.remote ? 'remoteNoTables' : 'noState'));
    const by = operatorName(options.by);
    const confirm = confirmation(t, options.yes ?? false);
    const told = await runCommand(line, { desk, t, locale, by, now: Date.now(), confirm });
    console.log(toldText(told, options.json ?? false));
  } finally {
    await desk.close();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof DeskRefusal)) throw error;
  console.error(refusalText(error.message, process.argv.includes('--json')));
  process.exitCode = 1;
}
