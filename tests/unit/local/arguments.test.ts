/** The arguments of every command of package.json. */
import { describe, expect, it } from 'vitest';
import { ArgumentError, checkArguments, type Environment, nearest, type Usage } from '../../../functions/arguments.ts';
import { problemText, usageText } from '../../../functions/local/command-line.ts';

const DEPLOY: Usage = {
  command: 'npm run deploy',
  about: 'Deploys.',
  words: [
    { name: 'where', choices: ['preview', 'production'] },
    { name: 'why', optional: true },
  ],
  options: {
    'dry-run': { type: 'boolean', about: 'changes nothing' },
    yes: { type: 'boolean', about: 'does not ask' },
    to: { type: 'string', value: 'COMMIT', about: 'the commit' },
    replace: { type: 'boolean', about: 'replaces' },
  },
};

/** Returns the parsed arguments of a command line, or its message. */
function read(argv: string[], env: Environment = {}) {
  try {
    return checkArguments(DEPLOY, argv, env);
  } catch (error) {
    if (error instanceof ArgumentError) return problemText(error.mistake, DEPLOY, argv);
    throw error;
  }
}

describe('parsing a command line', () => {
  it.each<[string[], string[], object]>([
    [['preview'], ['preview'], {}],
    [['production', '--dry-run'], ['production'], { 'dry-run': true }],
    [['--dry-run', 'production', 'a reason'], ['production', 'a reason'], { 'dry-run': true }],
    [['production', '--to', 'abc'], ['production'], { to: 'abc' }],
    [['production', '--to=abc', '--yes'], ['production'], { to: 'abc', yes: true }],
    [['production', '--', '--why'], ['production', '--why'], {}],
  ])('the command line %j is accepted', (argv, words, options) => {
    expect(read(argv)).toEqual({ words, options });
  });

  it.each([
    [[], 'Missing argument where: preview or production.'],
    [['prodution'], 'Unknown: prodution. Did you mean production?'],
    [['staging'], 'Unknown: staging. For all arguments: npm run'],
    [['production', '--dryrun'], 'Unknown: --dryrun. Did you mean --dry-run?'],
    [['production', '--dry'], 'Unknown: --dry. Did you mean --dry-run?'],
    [['production', '--dry-run=no'], '--dry-run takes no value.'],
    [['production', '-n'], 'Unknown: -n. For all arguments: npm run'],
    [['production', '--everything'], 'Unknown: --everything. For all arguments: npm run'],
    [['production', '--__proto__'], 'Unknown: --__proto__. For all arguments: npm run'],
    [['production', '--to'], '--to needs a value.'],
    [['production', '--to', '--yes'], '--to needs a value.'],
    [['production', 'a', 'reason'], 'Unknown: reason. For all arguments: npm run'],
  ])('the command line %j is refused with a remedy', (argv, text) => {
    expect(read(argv)).toMatch(new RegExp(`^${text.replace(/[.?]/g, '\\$&')}`));
  });
});

describe('an option that npm took for itself', () => {
  it.each([
    ['npm_config_dry_run', 'true', '--dry-run'],
    ['npm_config_dryrun', 'true', '--dry-run'],
    ['npm_config_yes', 'true', '--yes'],
    ['npm_config_to', 'abc', '--to'],
    ['npm_config_replace_registry_host', '--yes', '--replace'],
  ])("npm's %s=%s is refused with the command to type", (key, value, option) => {
    expect(read(['production'], { [key]: value })).toBe(
      `npm took ${option} as its own option, since "--" is missing. Nothing was done. Run: npm run deploy -- production ${option}`,
    );
  });

  it.each([
    ['npm_config_yes', ''],
    ['npm_config_save_exact', 'true'],
    ['npm_config_registry', 'https://registry.example.org/'],
    ['npm_config_cache', '/home/somebody/.npm'],
    ['npm_config_user_agent', 'npm/11'],
    ['npm_lifecycle_event', 'dry-run'],
  ])("npm's %s=%s is accepted as a setting of npm", (key, value) => {
    expect(read(['production'], { [key]: value })).toEqual({ words: ['production'], options: {} });
  });
});

it.each<[string, string | undefined]>([
  ['prodction', 'production'],
  ['porduction', 'production'],
  ['prod', 'production'],
  ['preveiw', 'preview'],
  ['local', undefined],
  ['x', undefined],
])('the nearest known word to %s is %s', (given, word) => {
  expect(nearest(given, ['preview', 'production'])).toBe(word);
});

it('the usage lists words, options and settings', () => {
  expect(usageText({ ...DEPLOY, settings: { RUNS: 'times' } }).split('\n')).toEqual([
    'Deploys.',
    '',
    '  npm run deploy -- preview|production [why] [options]',
    '',
    '  --dry-run    changes nothing',
    '  --yes        does not ask',
    '  --to COMMIT  the commit',
    '  --replace    replaces',
    '  --help       prints this help',
    '',
    'From the environment:',
    '  RUNS=…       times',
  ]);
});
