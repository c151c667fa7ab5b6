/**
 * `npm run accessibility:results`: goes through every page and state with axe and writes down for the accessibility page what
 * it went through. It takes no arguments: the result of a part would stand on the page as that of the whole.
 */
import { readArguments } from './command-line.mjs';
import { ended, installedNode, start, stopOnSignals } from './machine.mjs';

stopOnSignals();
readArguments({
  command: 'npm run accessibility:results',
  about: 'Goes through every page and state with axe, and writes down for the accessibility page what it went through.',
});
const reporters = [
  'list',
  './functions/local/reporters/playwright.mjs',
  './functions/local/reporters/accessibility.mjs',
];
const test = ['release', 'tests/e2e/release/accessibility.test.ts', '--reporter', reporters.join(',')];
process.exit(await ended(start([installedNode(), 'functions/local/test.mjs', ...test])));
