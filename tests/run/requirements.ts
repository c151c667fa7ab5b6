/** What the stages need besides Node and npm, as `npm start` does (functions/local/requirements.ts). */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { exitWithError } from '../../functions/local/machine.ts';
import { ensureRequirements, START } from '../../functions/local/requirements.ts';

/** Debian's two browsers. The headless shell is Chromium without windows, a third faster. */
const BROWSERS = ['chromium-headless-shell', 'chromium'];

/** The browser with windows and a back/forward cache. */
export const CHROMIUM = '/usr/bin/chromium';

const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts', '.local/share/fonts', '.fonts'];
/** Common Linux fonts with Cyrillic letters. */
const CYRILLIC = /^(?:DejaVu|Liberation|FreeSans|Noto(?:Sans|Serif)-|Roboto|Ubuntu|OpenSans|PTSans|Arimo)/i;

/** Fonts in which the passport reader is trained and measured (functions/training/photos/round-letters.ts). */
const READER_FONTS: Readonly<Record<string, string>> = {
  'fonts-dejavu-core': 'truetype/dejavu/DejaVuSansMono.ttf',
  'fonts-liberation': 'truetype/liberation/LiberationMono-Regular.ttf',
  'fonts-freefont-ttf': 'truetype/freefont/FreeSans.ttf',
  'fonts-inconsolata': 'truetype/inconsolata/Inconsolata.otf',
  'fonts-noto-mono': 'truetype/noto/NotoMono-Regular.ttf',
  'fonts-jetbrains-mono': 'truetype/jetbrains-mono/JetBrainsMono-Regular.ttf',
  'fonts-b612': 'opentype/b612/B612-Regular.otf',
};

/** `neededBy`: names of stages. */
type StageRequirement = (typeof START)[number] & { neededBy: readonly string[] };

const REQUIREMENTS: readonly StageRequirement[] = [
  ...START.map((one) => ({ ...one, neededBy: ['workers', 'unit-long', 'browser', 'long', 'unit-release', 'release'] })),
  {
    what: 'Chromium (or name one: CHROMIUM=/path/to/chromium)',
    isInstalled: () => existsSync(findChromium()),
    packages: BROWSERS,
    neededBy: ['browser', 'long', 'unit-release', 'release'],
  },
  {
    what: 'a font with Cyrillic letters',
    isInstalled: () => FONT_FOLDERS.some(hasCyrillicFont),
    packages: ['fonts-dejavu-core'],
    neededBy: ['browser', 'long', 'release'],
  },
  {
    what: 'OCR-B, the font of passports, for the tests',
    isInstalled: () => existsSync('/usr/share/fonts/opentype/ocr-b/OCRB.otf'),
    packages: ['fonts-ocr-b'],
    neededBy: ['browser', 'long', 'unit-release', 'release'],
  },
  ...Object.entries(READER_FONTS).map(([name, file]) => ({
    what: `the font of ${name}, with which the passport reader is trained or measured`,
    isInstalled: () => existsSync(join('/usr/share/fonts', file)),
    packages: [name],
    neededBy: ['long', 'unit-release', 'release'],
  })),
  {
    what: 'openssl, for the certificate of a test',
    isInstalled: () => isCommand('openssl'),
    packages: ['openssl'],
    neededBy: ['release'],
  },
  {
    what: 'poppler, with which tests read stored documents',
    isInstalled: () => isCommand('pdfsig') && isCommand('pdftotext'),
    packages: ['poppler-utils'],
    neededBy: ['unit-long'],
  },
  {
    what: 'whole Chromium',
    isInstalled: () => existsSync(CHROMIUM),
    packages: ['chromium'],
    neededBy: ['release'],
  },
  {
    what: 'Firefox',
    isInstalled: () => existsSync(findFirefox()),
    packages: ['firefox-esr'],
    neededBy: ['release'],
  },
  {
    what: 'WebKit with its driver',
    isInstalled: () => isCommand('WebKitWebDriver'),
    packages: ['webkit2gtk-driver'],
    neededBy: ['release'],
  },
  {
    what: 'Xvfb, a virtual screen for WebKit',
    isInstalled: () => isCommand('Xvfb'),
    packages: ['xvfb'],
    neededBy: ['release'],
  },
];

/** @returns the path of the browser: CHROMIUM, else the installed one, else the one to install */
export function findChromium(): string {
  const paths = BROWSERS.map((name) => `/usr/bin/${name}`);
  return process.env.CHROMIUM || paths.find((path) => existsSync(path)) || `/usr/bin/${BROWSERS[0]}`;
}

export function findFirefox(): string {
  return '/usr/bin/firefox-esr';
}

/** Installs what these stages need, or gives up. */
export async function ensureStages(stages: readonly string[]): Promise<void> {
  if (process.env.CHROMIUM && !existsSync(process.env.CHROMIUM))
    await exitWithError(
      `CHROMIUM is ${process.env.CHROMIUM}, which does not exist. Set it to the path of Chromium, or leave it out.`,
    );
  // Other systems have everything but a browser.
  const isAsked = ({ neededBy, packages }: StageRequirement) =>
    (process.platform === 'linux' || packages.includes('chromium')) && stages.some((name) => neededBy.includes(name));
  await ensureRequirements(REQUIREMENTS.filter(isAsked));
}

function isCommand(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((path) => existsSync(join(path, name)));
}

function hasCyrillicFont(folder: string): boolean {
  const path = folder.startsWith('/') ? folder : join(homedir(), folder);
  return existsSync(path) && readdirSync(path, { recursive: true, encoding: 'utf8' }).some(isCyrillic);
}

function isCyrillic(path: string): boolean {
  return CYRILLIC.test(basename(path)) && /\.(?:ttf|otf|ttc)$/.test(path);
}
