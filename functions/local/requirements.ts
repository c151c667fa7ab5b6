/** System requirements besides Node and npm: installs them with apt-get where possible, else prints what to install. */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { exitWithError, printLine, run } from './machine.ts';

/** Debian's two browsers. The headless shell is Chromium without windows, a third faster. */
const BROWSERS = ['chromium-headless-shell', 'chromium'];

/** Certificate bundles of Debian and Alpine, Fedora, SUSE. */
const CERTIFICATES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
];

const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts', '.local/share/fonts', '.fonts'];
/** Common Linux fonts with Cyrillic letters. */
const CYRILLIC = /^(?:DejaVu|Liberation|FreeSans|Noto(?:Sans|Serif)-|Roboto|Ubuntu|OpenSans|PTSans|Arimo)/i;

/** Fonts in which the passport reader is trained and measured (tests/training/photos/round-letters.ts). */
const READER_FONTS: Readonly<Record<string, string>> = {
  'fonts-dejavu-core': 'truetype/dejavu/DejaVuSansMono.ttf',
  'fonts-liberation': 'truetype/liberation/LiberationMono-Regular.ttf',
  'fonts-freefont-ttf': 'truetype/freefont/FreeSans.ttf',
  'fonts-inconsolata': 'truetype/inconsolata/Inconsolata.otf',
  'fonts-noto-mono': 'truetype/noto/NotoMono-Regular.ttf',
  'fonts-jetbrains-mono': 'truetype/jetbrains-mono/JetBrainsMono-Regular.ttf',
  'fonts-b612': 'opentype/b612/B612-Regular.otf',
};

interface Requirement {
  what: string;
  isThere(): boolean;
  /** Debian's names, alternatives in order of preference. */
  packages: readonly string[];
  neededBy: readonly string[];
}

const REQUIREMENTS: readonly Requirement[] = [
  {
    what: 'certificates of the authorities, which the runtime of the workers needs to start',
    isThere: () => [process.env.SSL_CERT_FILE ?? '', ...CERTIFICATES].some((path) => existsSync(path)),
    packages: ['ca-certificates'],
    neededBy: ['start', 'workers', 'unit-long', 'browser', 'long', 'release'],
  },
  {
    what: 'Chromium (or name one: CHROMIUM=/path/to/chromium)',
    isThere: () => existsSync(findChromium()),
    packages: BROWSERS,
    neededBy: ['unit-long', 'browser', 'long', 'release'],
  },
  {
    what: 'a font with Cyrillic letters',
    isThere: () => FONT_FOLDERS.some(hasCyrillicFont),
    packages: ['fonts-dejavu-core'],
    neededBy: ['browser', 'long', 'release'],
  },
  {
    what: 'OCR-B, the font of passports, for the tests',
    isThere: () => existsSync('/usr/share/fonts/opentype/ocr-b/OCRB.otf'),
    packages: ['fonts-ocr-b'],
    neededBy: ['unit-long', 'browser', 'long', 'release'],
  },
  ...Object.entries(READER_FONTS).map(([name, file]) => ({
    what: `the font of ${name}, with which the passport reader is trained or measured`,
    isThere: () => existsSync(join('/usr/share/fonts', file)),
    packages: [name],
    neededBy: ['unit-long', 'long'],
  })),
  {
    what: 'openssl, for the certificate of a test',
    isThere: () => isCommand('openssl'),
    packages: ['openssl'],
    neededBy: ['long'],
  },
  {
    what: 'poppler, with which tests read stored documents',
    isThere: () => isCommand('pdfsig') && isCommand('pdftotext'),
    packages: ['poppler-utils'],
    neededBy: ['unit-long'],
  },
  {
    what: 'Firefox',
    isThere: () => existsSync(findFirefox()),
    packages: ['firefox-esr'],
    neededBy: ['long', 'release'],
  },
  {
    what: 'WebKit with its driver',
    isThere: () => isCommand('WebKitWebDriver'),
    packages: ['webkit2gtk-driver'],
    neededBy: ['release'],
  },
  {
    what: 'Xvfb, a virtual screen for WebKit',
    isThere: () => isCommand('Xvfb'),
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

/** Installs what these commands or stages need, or gives up. @param users as in `neededBy` */
export async function ensureRequirements(users: readonly string[]): Promise<void> {
  if (process.env.CHROMIUM && !existsSync(process.env.CHROMIUM))
    await exitWithError(
      `CHROMIUM is ${process.env.CHROMIUM}, which does not exist. Set it to the path of Chromium, or leave it out.`,
    );
  const missing = () =>
    // Other systems have everything but a browser.
    REQUIREMENTS.filter(
      ({ neededBy, isThere, packages }) =>
        (process.platform === 'linux' || packages.includes('chromium')) &&
        users.some((user) => neededBy.includes(user)) &&
        !isThere(),
    );
  if (missing().length === 0) return;
  const output = existsSync('/usr/bin/apt-get') ? await install(missing) : '';
  const left = missing();
  if (left.length === 0) return;
  const names = left.map(({ packages }) => packages[0]).join(' ');
  await exitWithError(
    [
      'This machine lacks:',
      ...left.map(({ what, packages }) => `  - ${what}: package ${packages.join(' or ')}`),
      'Install it as root, then try again (Debian’s package names; other systems have others):',
      `  apt-get update && apt-get install -y --no-install-recommends ${names}`,
    ].join('\n'),
    output,
  );
}

/** Installs the first choices together, then the next choice for those that failed. @returns the output of apt-get */
async function install(missing: () => Requirement[]): Promise<string> {
  printLine(
    `Installing from the packages of this system: ${missing()
      .map(({ packages }) => packages[0])
      .join(' ')} …`,
  );
  const outputs = [await apt('update')];
  const choices = Math.max(...missing().map(({ packages }) => packages.length));
  for (let choice = 0; choice < choices && missing().length > 0; choice += 1) {
    const names = missing().flatMap(({ packages }) => packages[Math.min(choice, packages.length - 1)] ?? []);
    outputs.push(await apt('install', '-y', '--no-install-recommends', ...names));
    // One unknown name keeps apt-get from installing any.
    if (missing().length > 1)
      for (const { packages } of missing())
        outputs.push(await apt('install', '-y', '--no-install-recommends', ...packages.slice(0, 1)));
  }
  return [...new Set(outputs)].join('\n');
}

async function apt(step: string, ...given: string[]): Promise<string> {
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  const command = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', step, ...wait, ...given];
  const { output } = await run(command, { env: { DEBIAN_FRONTEND: 'noninteractive' } }).catch((error: unknown) => ({
    output: String(error),
  }));
  return output;
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
