/** Finds the browser of the browser tests, and installs Debian's when there is none. */
import { existsSync } from 'node:fs';
import { giveUp, run, say } from './machine.mjs';

const DEBIAN = '/usr/bin/chromium';

/** @returns once CHROMIUM or Debian's Chromium is there; ends the launcher when neither can be had */
export async function ensureChromium() {
  const chosen = process.env.CHROMIUM;
  if (chosen) {
    if (!existsSync(chosen)) await giveUp(`CHROMIUM names no file: ${chosen}`);
    return;
  }
  if (existsSync(DEBIAN)) return;
  const byHand = 'Install Chromium, or name one: CHROMIUM=/path/to/chromium npm test';
  if (!existsSync('/usr/bin/apt-get'))
    await giveUp(`There is no Chromium, and no apt-get to install it with. ${byHand}`);
  say('Installing Chromium from the packages of this system …');
  const apt = [...(process.getuid() === 0 ? [] : ['sudo', '-n']), 'apt-get'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { code, output } = await run([...apt, ...step], { env }).catch((error) => ({
      code: 1,
      output: String(error),
    }));
    if (code !== 0) await giveUp(`Chromium could not be installed. ${byHand}`, output);
  }
}
