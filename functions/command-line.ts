/**
 * What the command lines of package.json share: commander's parser, a check for options that npm took for itself, and
 * confirmation.
 */
import { createInterface, type ReadLineOptions } from 'node:readline/promises';
import { Command, type ParseOptions } from 'commander';

/** Options to which npm 11 expands these names when no `--` precedes them. */
const EXPANDED_BY_NPM: Readonly<Record<string, string>> = { replace: 'replace_registry_host', by: 'bypass_2fa' };

/** A command after `npm`. Prints its usage for `--help` (exit code 0), or what is wrong with the arguments (2). */
export class CommandLine extends Command {
  /** @param name such as `npm run deploy` @param settings environment variables that it reads, and their effect */
  constructor(name?: string, about = '', settings: Readonly<Record<string, string>> = {}) {
    super(name?.startsWith('npm ') ? `${name} --` : name);
    this.description(about).helpOption('-h, --help', 'prints this help').helpCommand(false);
    this.allowExcessArguments(false).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
    const width = Math.max(0, ...Object.keys(settings).map(({ length }) => length));
    const lines = Object.entries(settings).map(([key, what]) => `  ${`${key}=…`.padEnd(width + 2)}  ${what}`);
    if (lines.length > 0) this.addHelpText('after', ['', 'From the environment:', ...lines].join('\n'));
  }

  override createCommand(name?: string): CommandLine {
    return new CommandLine(name);
  }

  override parse(argv: readonly string[] = process.argv, options: ParseOptions = { from: 'node' }): this {
    this.#refuseTakenByNpm(argv, options);
    return super.parse(argv, options);
  }

  override parseAsync(argv: readonly string[] = process.argv, options: ParseOptions = { from: 'node' }): Promise<this> {
    this.#refuseTakenByNpm(argv, options);
    return super.parseAsync(argv, options);
  }

  /** Refuses options that npm took from a command line without `--`. */
  #refuseTakenByNpm(argv: readonly string[], { from }: ParseOptions): void {
    const known = [this, ...this.commands].flatMap(({ options }) =>
      options.flatMap(({ long }) => long?.slice(2) ?? []),
    );
    const taken = optionsTakenByNpm([...new Set(known)]).map((name) => `--${name}`);
    if (taken.length === 0) return;
    const line = [this.name(), ...(from === 'user' ? argv : argv.slice(2)), ...taken].join(' ');
    this.error(`npm took ${taken.join(' ')} as its own option, since "--" is missing. Nothing was done. Run: ${line}`);
  }
}

/** npm sets such options in the script's environment (docs.npmjs.com, "Environment Variables"). */
function optionsTakenByNpm(names: readonly string[]): string[] {
  const isSet = (key = '') => Boolean(process.env[`npm_config_${key}`]);
  return names.filter((name) => isSet(name.replaceAll('-', '_')) || isSet(EXPANDED_BY_NPM[name]));
}

/** Asks in the terminal. @returns what was typed; `''` after Ctrl-C or Ctrl-D */
export async function askInTerminal(question: string, own: Partial<ReadLineOptions> = {}): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout, ...own });
  const answer = await terminal.question(question).catch(() => '');
  terminal.close();
  return answer;
}

/**
 * Asks the operator to type the name of the place that changes.
 * @param what a sentence about the change
 * @returns null when it was typed; else why nothing was changed
 */
export async function refusalToConfirm(what: string, place: string): Promise<string | null> {
  if (!process.stdin.isTTY) return `${what} There is no terminal to confirm it in; to confirm it here, add --yes.`;
  const answer = await askInTerminal(`${what}\nTo go on, type "${place}": `);
  return answer.trim() === place ? null : `Not confirmed: you typed "${answer.trim()}", not "${place}".`;
}
