/** The command lines of package.json. */

import { Argument } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandLine } from '../../../functions/command-line.ts';

class Exit extends Error {}

let [printed, errors, code] = ['', '', 0];

beforeEach(() => {
  [printed, errors, code] = ['', '', -1];
  for (const name of Object.keys(process.env)) if (/^npm_config_/i.test(name)) vi.stubEnv(name, undefined);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    errors += text;
    return true;
  });
  vi.spyOn(process, 'exit').mockImplementation((given) => {
    code = Number(given);
    throw new Exit();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Reads a command line; `null` when the process exits. */
function read(...argv: string[]) {
  const command = new CommandLine('npm run deploy', 'Deploys.', { RUNS: 'times' })
    .addArgument(new Argument('<where>').choices(['preview', 'production']))
    .argument('[why]')
    .option('--dry-run', 'changes nothing')
    .option('--yes', 'does not ask')
    .option('--to <commit>', 'the commit')
    .option('--replace', 'replaces');
  try {
    command.parse(argv, { from: 'user' });
    return { words: command.args, options: command.opts() };
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    return null;
  }
}

describe('parsing a command line', () => {
  it.each([
    [['prodution'], 'Allowed choices are preview, production'],
    [['production', '--dryrun'], 'Did you mean --dry-run?'],
    [['production', '--everything'], "unknown option '--everything'"],
    [['production', '--to'], 'argument missing'],
    [['production', 'a', 'reason'], 'too many arguments'],
    [[], "missing required argument 'where'"],
  ])('the command line %j is refused with exit code 2 and a remedy', (argv, text) => {
    expect(read(...argv)).toBeNull();
    expect(errors).toContain(text);
    expect(code).toBe(2);
  });

  it('--help prints the usage and the settings from the environment, and ends with 0', () => {
    expect(read('--help')).toBeNull();
    expect(code).toBe(0);
    expect(printed).toContain('npm run deploy -- [options] <where> [why]');
    expect(printed).toMatch(/From the environment:\n {2}RUNS=… {2}times/);
  });
});

describe('an option that npm took for itself', () => {
  it.each([
    ['npm_config_dry_run', 'true', '--dry-run'],
    ['npm_config_yes', 'true', '--yes'],
    ['npm_config_to', 'abc', '--to'],
    ['npm_config_replace_registry_host', '--yes', '--replace'],
  ])("npm's %s=%s is refused with the command to type", (key, value, option) => {
    vi.stubEnv(key, value);
    expect(read('production')).toBeNull();
    expect(errors).toBe(
      `npm took ${option} as its own option, since "--" is missing. Nothing was done. Run: npm run deploy -- production ${option}\n`,
    );
    expect(code).toBe(2);
  });

  it('a subcommand is refused with the whole command', () => {
    vi.stubEnv('npm_config_remote', 'true');
    const desk = new CommandLine('npm run desk', 'The desk.');
    desk.command('list [status]').option('--remote', 'on the deployed database');
    expect(() => desk.parse(['list', 'approved'], { from: 'user' })).toThrow(Exit);
    expect(errors).toContain('Run: npm run desk -- list approved --remote\n');
  });

  it.each([
    ['npm_config_yes', ''],
    ['npm_config_save_exact', 'true'],
    ['npm_config_registry', 'https://registry.example.org/'],
    ['npm_config_cache', '/home/somebody/.npm'],
    ['npm_config_user_agent', 'npm/11'],
    ['npm_lifecycle_event', 'dry-run'],
  ])("npm's %s=%s is accepted as a setting of npm", (key, value) => {
    vi.stubEnv(key, value);
    expect(read('production', '--yes')).toEqual({ words: ['production'], options: { yes: true } });
  });
});
