/**
 * `npm run backup -- PLACE FOLDER` and `npm run restore -- PLACE FOLDER [--replace [--yes]]`: copies all rows and files of the
 * portal into a folder, and back. Exits with 0 only when everything was verified.
 */
import { relative, resolve } from 'node:path';
import { Argument } from 'commander';
import { LastRuns } from '../../admin/store/last-runs.ts';
import { CommandLine, refusalToConfirm } from '../../command-line.ts';
import { Fault } from '../../platform/fault.ts';
import {
  exitWithError,
  INTERRUPTED,
  makeNewFilesPrivate,
  messageOf,
  printLine,
  ROOT,
  scratchFolder,
  stopOnSignals,
} from '../machine.ts';
import { readState } from '../set-up.ts';
import { BackupFolder } from './folder.ts';
import { readTarget, type Target, verifyBackup, writeBackup } from './restore.ts';
import { type BackupPlace, hasState, openStorage, PLACES, type Storage } from './storage.ts';
import { takeBackup } from './take.ts';

stopOnSignals(INTERRUPTED);
// Everything written is personal data: only the operator may read it, including tools' temporary files.
makeNewFilesPrivate();
const [action, ...given] = process.argv.slice(2);
const command =
  action === 'restore'
    ? new CommandLine('npm run restore', 'Restores all rows and files of a backup.')
        .option('--replace', 'replaces the existing data, which is lost')
        .option('--yes', 'skips the confirmation')
    : new CommandLine('npm run backup', 'Copies all rows and files of a portal into a folder.').option(
        '--unrecorded',
        'leaves the time of the last backup in /healthz, for a copy that is deleted',
      );
command.addArgument(new Argument('<where>').choices(PLACES)).argument('<folder>').parse(given, { from: 'user' });
const options = command.opts<{ replace?: true; yes?: true; unrecorded?: true }>();
// The parser has refused other places.
const where = command.args[0] as BackupPlace;
const folder = new BackupFolder(resolve(command.args[1] ?? ''));
/** Printed after the error when the command fails. */
let outcome = `Nothing was ${action === 'backup' ? 'backed up' : 'restored'}.`;
try {
  const state = where === 'local' ? readState() : scratchFolder('backup');
  await (action === 'backup' ? backUp(state) : restore(state));
  process.exit(0);
} catch (error) {
  const isExpected = error instanceof Fault;
  await exitWithError(`${isExpected ? error.message : `Unexpected: ${messageOf(error).split('\n')[0]}`}\n${outcome}`);
}

async function backUp(state: string): Promise<void> {
  refuseProject();
  if (where === 'local' && !hasState(state))
    throw new Fault(`${state} has no database: no portal has run with it. Set PORTAL_STATE to the folder of a portal.`);
  const storage = await openStorage(where, state);
  folder.prepare(where);
  outcome = 'The backup is incomplete. To continue it, run the same command again.';
  const { tables, objects, missing, migration, madeAt } = await takeBackup(storage, { where, folder, say: printLine });
  outcome = 'The backup is complete, and /healthz does not show it.';
  // An older deployment lacks the table.
  if ('last_runs' in tables && !options.unrecorded) await new LastRuns(storage.DB).store('backup', Date.parse(madeAt));
  await storage.close();
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  printLine(
    `Backed up ${storage.name} into ${folder.path}: ${rows} rows of ${Object.keys(tables).length} tables (${migration}), ${objects.length} files.`,
  );
  printLine('It contains unencrypted personal data. How to keep it: docs/operations.md.');
  if (missing.length === 0) return;
  const lines = missing.map(({ key, why }) => `  - ${key} is ${why}`);
  await exitWithError(
    [`The backup is complete except for ${missing.length} files that the portal itself has lost:`, ...lines].join('\n'),
  );
}

async function restore(state: string): Promise<void> {
  const scratch = scratchFolder('backup');
  printLine('Verifying the backup …');
  const proved = await verifyBackup(folder, scratch);
  const { madeAt, source, migration, missing } = proved.manifest;
  printLine(`Verified: a backup of ${source} made ${madeAt}, with the migrations up to ${migration}.`);
  if (missing.length > 0)
    printLine(`${missing.length} files were lost before the backup was made, and can't be restored.`);
  const storage = await openStorage(where, state);
  let target = await readTarget(storage, proved);
  if (target.rows > 0 || target.surplus.length > 0 || where === 'production') {
    await confirm(storage, target);
    // The data may have changed while the question was open.
    target = await readTarget(storage, proved);
  }
  outcome = 'The restore is incomplete. Run the same command again; if rows were written, with --replace.';
  await writeBackup(storage, proved, target, { folder, scratch, say: printLine });
  await storage.close();
  printLine(`Restored ${storage.name} from ${folder.path}.`);
}

/** Refuses a folder in the project, which may get into git and the next deployment. */
function refuseProject(): void {
  if (relative(ROOT, folder.path).startsWith('..')) return;
  throw new Fault(`${folder.path} is in the project's folder. Choose a folder outside it.`);
}

/** Asks before data is replaced, and before any change of production. */
async function confirm({ name }: Storage, { rows, surplus }: Target): Promise<void> {
  const isEmpty = rows === 0 && surplus.length === 0;
  const what = isEmpty
    ? `This restores into ${name}.`
    : `${name} is not empty: ${rows} rows, and ${surplus.length} files that the backup lacks.`;
  if (!isEmpty && !options.replace) {
    throw new Fault(`${what} To delete them, add --replace; to keep them, back them up first.`);
  }
  if (options.yes) return;
  const refusal = await refusalToConfirm(isEmpty ? what : `${what} They will be deleted.`, where);
  if (refusal) throw new Fault(refusal);
}
