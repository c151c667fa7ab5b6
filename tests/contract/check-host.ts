/**
 * `npm run check-host -- https://…|local [--level 1–4] [--json] [--yes]`: checks a host behind the gateway level by level
 * (docs/host.md). Exit codes: 0 if the host holds the level, 1 if it does not, 2 if nothing was checked.
 */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { InvalidArgumentError } from 'commander';
import { CommandLine } from '../../functions/command-line.ts';
import { DEFAULT_HOST_PROFILE, type HostProfile, parseHostProfile } from '../../functions/gateway/host/profile.ts';
import { readAdminHost, readHostProfileFile } from '../../functions/local/admin-host.ts';
import { INTERRUPTED, printLine, stopOnSignals } from '../../functions/local/machine.ts';
import { OWN_BODY_FORM } from '../../src/domain/application/body-form.ts';
import type { Level } from './check.ts';
import { startLocalHost } from './local-host.ts';
import { MARK } from './people.ts';
import { reportText } from './report.ts';
import { isFit, runChecks } from './run.ts';
import { sampleFiles } from './sample-files.ts';

/** An error before any check; the message says what to do. */
class Refused extends Error {}

interface Options {
  level: Level;
  mailDomain: string;
  json?: true;
  yes?: true;
  production?: true;
  writeProfile?: string;
}

const command = new CommandLine(
  'npm run check-host',
  'Checks a host behind the gateway level by level (docs/host.md). The host: https://admin.example.org (http for this machine only), or "local" for the embedded one.',
  { HOST_SECRET: 'secret shared by gateway and host', HOST_PROFILE: 'file with the profile of the host so far' },
)
  .argument('<host>')
  .option('--level <1-4>', 'level required for exit code 0', readLevel, 3)
  .option('--mail-domain <domain>', 'domain of the test addresses; the default receives no mail', 'example.org')
  .option('--json', 'prints the result as JSON')
  .option('--yes', 'skips the confirmation')
  .option('--write-profile <file>', 'writes the settings of the host’s profile that the checks have found')
  .option('--production', 'allows the host of production');

function readLevel(text: string): Level {
  if (/^[1-4]$/.test(text)) return Number(text) as Level;
  throw new InvalidArgumentError('It must be 1, 2, 3 or 4.');
}

function originOf(host: string): string {
  try {
    return readAdminHost(host);
  } catch {
    throw new Refused(
      `"${host}" is not a host: give an https origin such as https://admin.example.org (http for this machine only), or "local".`,
    );
  }
}

function readProfile(): HostProfile {
  try {
    return parseHostProfile(readHostProfileFile(process.env.HOST_PROFILE ?? ''));
  } catch (error) {
    throw new Refused(error instanceof Error ? error.message : 'HOST_PROFILE cannot be read');
  }
}

function readSecret(): string {
  const secret = process.env.HOST_SECRET ?? '';
  if (secret.length >= 32) return secret;
  throw new Refused(
    'HOST_SECRET is missing or shorter than 32 characters. Set it in the environment, not on the command line, to the secret that the gateway shares with this host (docs/host.md): read -rs HOST_SECRET; export HOST_SECRET',
  );
}

/** Refuses the host of production: the checks create applications and try wrong passwords. @throws Refused */
async function refuseProduction(origin: string): Promise<void> {
  // A local host is never in production; this skips loading wrangler, which takes a second.
  if (origin.startsWith('http:')) return;
  const { readDeployment } = await import('../../functions/local/deployment.ts');
  const { domain, gateway } = await readDeployment('production');
  const own = [`https://${domain}`, gateway.vars.ADMIN_HOST].filter(
    (known) => typeof known === 'string' && known !== '',
  );
  if (!own.some((known) => URL.parse(String(known))?.host === new URL(origin).host)) return;
  throw new Refused(`${origin} is in production, with real applicants. Check a test host, or add --production.`);
}

async function confirm(where: string, mailDomain: string): Promise<void> {
  const notice = `This creates about fifteen test applications on ${where} (surname ${MARK}, addresses ${MARK.toLowerCase()}.…@${mailDomain}), which no call can delete.
The host may send mail to these addresses. The checks try wrong passwords, codes and files, on these accounts only.`;
  process.stderr.write(`${notice}\n`);
  if (!process.stdin.isTTY)
    throw new Refused('There is no terminal to confirm it in; nothing was checked. To confirm it here, add --yes.');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question('Continue? (yes/no) ');
  asking.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Refused('Not confirmed; nothing was checked.');
}

async function main(): Promise<void> {
  const { level, json, yes, production, mailDomain, writeProfile } = command.parse().opts<Options>();
  const [host = ''] = command.args;
  const isLocal = host === 'local';
  const given = isLocal ? null : originOf(host);
  const secret = isLocal ? null : readSecret();
  if (given !== null && !production) await refuseProduction(given);
  // Applications in the embedded host need no consent: its storage is deleted with it.
  if (given !== null && !yes) await confirm(given, mailDomain);
  const profile = isLocal ? { ...DEFAULT_HOST_PROFILE, ...OWN_BODY_FORM } : readProfile();
  const local = isLocal ? await startLocalHost() : null;
  try {
    const origin = given ?? local?.origin ?? '';
    const report = await runChecks({ origin, secret, files: sampleFiles, mailDomain, profile });
    const fit = isFit(report, level);
    printLine(
      json
        ? JSON.stringify({ ...report, required: level, fit, deleted: isLocal }, null, 2)
        : reportText(report, level, isLocal),
    );
    if (writeProfile !== undefined) writeFileSync(writeProfile, `${JSON.stringify(report.profile, null, 2)}\n`);
    process.exitCode = fit ? 0 : 1;
  } finally {
    await local?.stop();
  }
}

stopOnSignals(INTERRUPTED);
try {
  await main();
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
