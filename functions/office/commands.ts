/** The desk's commands by name. */
import { readApplicantId } from '../admin/secrets/keys.ts';
import { type CommandLine, type CommandResult, type Commands, findCommand, type Operator } from './command.ts';
import { DECISIONS } from './decisions.ts';
import { SAMPLES } from './demo.ts';
import { LISTS } from './listing.ts';
import { MAILS } from './mails.ts';
import { MESSAGES } from './messages.ts';
import { OFFICE } from './office.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { FILES } from './save-files.ts';
import { VIEWS } from './show.ts';
import { STATS } from './stats.ts';
import { UNDO } from './undo.ts';

export const COMMANDS: Commands = {
  ...{ ...LISTS, ...VIEWS, ...STATS, ...FILES },
  ...{ ...DECISIONS, ...UNDO, ...MAILS, ...MESSAGES, ...OFFICE },
  ...{ ...PERSONAL_DATA, ...SAMPLES },
};

/** Runs a command line. Accepts any spelling of an application number (`readApplicantId`). @throws DeskRefusal, DeskConflict */
export async function runCommand(line: CommandLine, operator: Operator): Promise<CommandResult> {
  const command = findCommand(line, COMMANDS, operator.t);
  const [first, ...rest] = line.args;
  const args =
    first !== undefined && command.takesNumber ? [readApplicantId(first, true) ?? first, ...rest] : line.args;
  return command.run({ ...operator, args, options: line.options });
}
