/**
 * `npm run check-host -- https://…|local [--level 1–4] [--json] [--yes]`: reports level by level what a host behind the
 * gateway supports (docs/host.md). Exit code 0: it is fit for the level; 1: it is not; 2: nothing was checked.
 */
import { createInterface } from 'node:readline/promises';
import type { Usage } from '../../functions/arguments.ts';
import { readArguments } from '../../functions/local/command-line.ts';
import { say, stopOnSignals } from '../../functions/local/machine.ts';
import { readAdminHost } from '../../functions/local/set-up.ts';
import type { Level } from './check.ts';
import { startLocalHost } from './local-host.ts';
import { MARK } from './people.ts';
import { reportText } from './report.ts';
import { isFit, runChecks } from './run.ts';
import { sampleFiles } from './sample-files.ts';

/** The reason why nothing is checked; the message has the remedy. */
class Refused extends Error {}

const USAGE: Usage = {
  command: 'npm run check-host',
  about:
    'Checks a host behind the gateway level by level (docs/host.md). The host: https://admin.example.org (http for this machine only), or "local" for the embedded one.',
  words: [{ name: 'host' }],
  options: {
    level: { type: 'string', value: '1-4', about: 'what it has to hold for the exit code 0; 3 unless set' },
    'mail-domain': {
      type: 'string',
      value: 'DOMAIN',
      about: 'of the addresses that are made up; example.org, which takes no mail, unless set',
    },
    json: { type: 'boolean', about: 'prints the result as JSON' },
    yes: { type: 'boolean', about: 'does not ask before beginning' },
    production: { type: 'boolean', about: 'goes on although it is the host of production' },
  },
  settings: { HOST_SECRET: 'the secret that gateway and host share' },
};

function readCommandLine() {
  const { words, options } = readArguments(USAGE);
  const [host = ''] = words;
  const level = String(options.level ?? '3');
  if (!/^[1-4]$/.test(level)) throw new Refused(`--level is 1, 2, 3 or 4; it is "${level}".`);
  return {
    host,
    level: Number(level) as Level,
    isLocal: host === 'local',
    json: options.json === true,
    yes: options.yes === true,
    production: options.production === true,
    mailDomain: String(options['mail-domain'] ?? 'example.org'),
  };
}

function originOf(host: string): string {
  try {
    return readAdminHost(host);
  } catch {
    throw new Refused(
      `"${host}" is not a host: name an https origin such as https://admin.example.org (http for this machine only), or "local".`,
    );
  }
}

function readSecret(): string {
  const secret = process.env.HOST_SECRET ?? '';
  if (secret.length >= 32) return secret;
  throw new Refused(
    'HOST_SECRET is missing or shorter than 32 characters. Set it in the environment to the secret that the gateway shares with this host (docs/host.md), so that it stands in no command line: read -rs HOST_SECRET; export HOST_SECRET',
  );
}

/** A production host has real applicants: made-up ones would be among them, and wrong passwords would be tried. */
async function refuseProduction(origin: string): Promise<void> {
  // This machine deploys nothing, and wrangler takes a second to load.
  if (origin.startsWith('http:')) return;
  const { readDeployment } = await import('../../functions/local/deployment.ts');
  const { domain, gateway } = await readDeployment('production');
  const own = [`https://${domain}`, gateway.vars.ADMIN_HOST].filter(
    (known) => typeof known === 'string' && known !== '',
  );
  if (!own.some((known) => URL.parse(String(known))?.host === new URL(origin).host)) return;
  throw new Refused(
    `${origin} is in production, with real applicants. Check a host for trying things out, or add --production.`,
  );
}

async function confirm(where: string, mailDomain: string): Promise<void> {
  const notice = `On ${where} this makes about fifteen applications of nobody (surname ${MARK}, addresses ${MARK.toLowerCase()}.…@${mailDomain}), which can't be deleted by a call.
The host may send mails to these addresses. Wrong passwords, codes and files are tried, on these accounts only.`;
  process.stderr.write(`${notice}\n`);
  if (!process.stdin.isTTY) throw new Refused('Nothing was done. To go on without being asked, add --yes.');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question('Go on? (yes/no) ');
  asking.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Refused('Nothing was done.');
}

async function main(): Promise<void> {
  const { host, level, isLocal, json, yes, production, mailDomain } = readCommandLine();
  const given = isLocal ? null : originOf(host);
  const secret = isLocal ? null : readSecret();
  if (given !== null && !production) await refuseProduction(given);
  // Applications in the embedded host are deleted with it.
  if (given !== null && !yes) await confirm(given, mailDomain);
  const local = isLocal ? await startLocalHost() : null;
  try {
    const report = await runChecks({ origin: given ?? local?.origin ?? '', secret, files: sampleFiles, mailDomain });
    const fit = isFit(report, level);
    say(
      json
        ? JSON.stringify({ ...report, required: level, fit, deleted: isLocal }, null, 2)
        : reportText(report, level, isLocal),
    );
    process.exitCode = fit ? 0 : 1;
  } finally {
    await local?.stop();
  }
}

stopOnSignals();
try {
  await main();
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
