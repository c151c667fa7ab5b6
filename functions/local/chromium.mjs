/**
 * Finds the browser of the browser tests and benchmarks, and installs Debian's when there is none. The headless shell is the
 * same Chromium without windows and menus, which nobody sees in a test: the tests take two thirds of the time.
 */
import { existsSync } from 'node:fs';
import { giveUp, run, say } from './machine.mjs';

/** Debian's package and path of each, the better one first. */
const BROWSERS = [
  { name: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' },
  { name: 'chromium', path: '/usr/bin/chromium' },
];

/** @returns the path of the browser: CHROMIUM, or what is installed, or what will be */
export function findChromium() {
  return process.env.CHROMIUM || (BROWSERS.find(({ path }) => existsSync(path)) ?? BROWSERS[0]).path;
}

/** @returns once CHROMIUM or Debian's Chromium is there; ends the launcher when neither can be had */
export async function ensureChromium() {
  if (existsSync(findChromium())) return;
  if (process.env.CHROMIUM) await giveUp(`CHROMIUM names no file: ${process.env.CHROMIUM}`);
  const byHand = 'Install Chromium, or name one: CHROMIUM=/path/to/chromium npm test';
  if (!existsSync('/usr/bin/apt-get'))
    await giveUp(`There is no Chromium, and no apt-get to install it with. ${byHand}`);
  say('Installing Chromium from the packages of this system …');
  const said = [await apt('update')];
  for (const { name, path } of BROWSERS) {
    said.push(await apt('install', '-y', '--no-install-recommends', name));
    if (existsSync(path)) return;
  }
  await giveUp(`Chromium could not be installed. ${byHand}`, said.join('\n'));
}

/** @returns what apt-get said, whatever came of it */
async function apt(...step) {
  const command = [...(process.getuid() === 0 ? [] : ['sudo', '-n']), 'apt-get', ...step];
  const { output } = await run(command, { env: { DEBIAN_FRONTEND: 'noninteractive' } }).catch((error) => ({
    output: String(error),
  }));
  return output;
}
