/** The desk's commands by name, and how one is run. */
import { type CommandLine, type Commands, findCommand, type Operator, type Told } from './command.ts';
import { DECISIONS } from './decisions.ts';
import { SAMPLES } from './demo.ts';
import { FILES } from './save-files.ts';
import { VIEWS } from './views.ts';

/** In the order in which the usage tells them. */
export const COMMANDS: Commands = { ...VIEWS, ...FILES, ...DECISIONS, ...SAMPLES };

/** Runs a command line. @throws DeskRefusal */
export function runCommand(line: CommandLine, operator: Operator): Promise<Told> {
  return findCommand(line, COMMANDS, operator.t).run({ ...operator, args: line.args, options: line.options });
}
