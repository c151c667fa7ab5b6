/** System requirements besides Node and npm: installs them with apt-get where possible, else prints what to install. */
import { existsSync } from 'node:fs';
import { exitWithError, printLine, run } from './machine.ts';

/** Certificate bundles of Debian and Alpine, Fedora, SUSE. */
const CERTIFICATES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
];

interface Requirement {
  what: string;
  isInstalled(): boolean;
  /** Debian's package names, alternatives in order of preference. */
  packages: readonly string[];
}

/** What `npm start` and the tests need. */
export const START: readonly Requirement[] = [
  {
    what: 'certificates of the authorities, which the runtime of the workers needs to start',
    isInstalled: () =>
      process.platform !== 'linux' ||
      [process.env.SSL_CERT_FILE ?? '', ...CERTIFICATES].some((path) => existsSync(path)),
    packages: ['ca-certificates'],
  },
];

/** Installs missing requirements; if that is not possible, prints them and ends the process. */
export async function ensureRequirements(requirements: readonly Requirement[]): Promise<void> {
  const isMissing = ({ isInstalled }: Requirement) => !isInstalled();
  const missing = requirements.filter(isMissing);
  if (missing.length === 0) return;
  const output = existsSync('/usr/bin/apt-get') ? await install(missing) : '';
  const left = missing.filter(isMissing);
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

/** Installs one package at a time, since one unknown name keeps apt-get from installing any. @returns the output of apt-get */
async function install(missing: readonly Requirement[]): Promise<string> {
  printLine(`Installing from the packages of this system: ${missing.map(({ packages }) => packages[0]).join(' ')} …`);
  const outputs = [await apt('update')];
  for (const { isInstalled, packages } of missing)
    for (const name of packages)
      if (!isInstalled()) outputs.push(await apt('install', '-y', '--no-install-recommends', name));
  return outputs.join('\n');
}

async function apt(step: string, ...given: string[]): Promise<string> {
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  const command = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', step, ...wait, ...given];
  const { output } = await run(command, { env: { DEBIAN_FRONTEND: 'noninteractive' } }).catch((error: unknown) => ({
    output: String(error),
  }));
  return output;
}
