/** `npm run desk`: reads the command line, opens the storage, runs the command, prints the result. */
import { execFileSync } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { chooseLocale } from '../../src/domain/i18n/paths.ts';
import { isEmail } from '../../src/domain/input/email.ts';
import { askInTerminal, CommandLine } from '../command-line.ts';
import { confirmation, eachLine, printed } from './console.ts';

// Compiling wrangler and this code takes a fifth of a command's time; must be enabled before they are imported.
enableCompileCache();
const { COMMANDS, runCommand } = await import('./commands.ts');
const { Problem } = await import('../office/problem.ts');
const { officerName } = await import('../office/officer.ts');
const { openStorage } = await import('./platform.ts');
const { DEPLOYED } = await import('./remote.ts');
const { logErrorsOnly } = await import('../admin/runtime/log.ts');
const { hasTables } = await import('../admin/store/database.ts');

const locale = chooseLocale({ browser: [process.env.LC_ALL ?? '', process.env.LANG ?? ''] });

const about = 'Works on applications without a browser. Days are those of the office.';
const program = new CommandLine('npm run desk', about, { PORTAL_STATE: 'state of the local portal' });
for (const [name, { about: what, args, options = {} }] of Object.entries(COMMANDS)) {
  const command = program.command(args ? `${name} ${args}` : name).description(what);
  for (const [option, text] of Object.entries(options)) command.option(`--${option}`, text);
  command.option('--remote', 'on the deployed portal').option('--json', 'prints JSON');
  command.option('--yes', 'confirms everything').option('--by <address>', "your address; else git's user.email");
  command.action(() => run(name, command.processedArgs.flat(), command.opts()));
}

async function run(
  name: string,
  given: readonly (string | undefined)[],
  options: Record<string, string | boolean>,
): Promise<void> {
  logErrorsOnly();
  const isJson = options.json === true;
  try {
    const by = operatorAddress(options.by);
    const storage = await openStorage(options.remote === true);
    try {
      if (!(await hasTables(storage.env.DB)))
        throw new Error(
          storage.remote
            ? 'the deployed database lacks tables: apply the migrations'
            : 'there is no portal yet: run "npm start"',
        );
      const place = storage.remote ? DEPLOYED : null;
      const ask = (question: string) => askInTerminal(question, { output: process.stderr });
      const confirm = confirmation({ yes: options.yes === true, place }, process.stdin.isTTY ? ask : null);
      const own = { by, locale, now: Date.now(), isAsked: options.yes !== true, confirm };
      const operator = { ...storage, ...own, may: () => true };
      const args = given.filter((arg) => arg !== undefined);
      console.log(printed(await runCommand(name, operator, args, options), isJson));
    } finally {
      await storage.close();
    }
  } catch (error) {
    const [first = ''] = String(error instanceof Error ? error.message : error).split('\n');
    const message = error instanceof Problem ? error.textIn(locale) : first;
    const problem = error instanceof Problem ? { code: error.code, ...error.values } : {};
    console.error(isJson ? eachLine(JSON.stringify({ error: message, ...problem })) : eachLine(message));
    process.exitCode = 1;
  }
}

/** The officer in history and log, by whom the four-eyes rule tells officers apart: `--by`, else git's `user.email`. */
function operatorAddress(by: string | boolean | undefined): string {
  const address = officerName(typeof by === 'string' ? by : gitAddress());
  if (!isEmail(address)) throw new Error(`"${address}" is not an e-mail address: add --by with yours`);
  return address;
}

function gitAddress(): string {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', ['config', 'user.email'], { encoding: 'utf8', stdio }).trim();
  } catch {
    return '';
  }
}

await program.parseAsync();
