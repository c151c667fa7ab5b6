/**
 * `npm run accessibility:results`: runs every page and state through axe and records the result for the accessibility page.
 * Takes no arguments: a partial run must not be recorded as complete.
 */
import { CommandLine } from '../command-line.ts';
import { installedNode, start, stopOnSignals, waitForExit } from './machine.ts';

stopOnSignals();
new CommandLine(
  'npm run accessibility:results',
  'Checks every page and state with axe, and records the result for the accessibility page.',
).parse();
const reporters = ['list', './functions/local/reporters/playwright.ts', './functions/local/reporters/accessibility.ts'];
const test = ['release', 'tests/e2e/release/accessibility.test.ts', '--reporter', reporters.join(',')];
process.exit(await waitForExit(start([installedNode(), 'functions/local/test.ts', ...test])));
