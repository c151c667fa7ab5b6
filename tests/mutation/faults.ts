/**
 * `node functions/local/launch.mjs tests/mutation/faults.ts [name…]`: puts each fault of `planted.ts` into a copy of the project,
 * runs the tests that should find it, and prints which found it. Fails for a fault that none finds, and for one whose code is no
 * longer there. Run it before and after tests are removed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLANTED_FAULTS, type PlantedFault } from './planted.ts';

const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** A copy of the project's files that shares its packages. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'it-visa-faults-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\0').filter((path) => path !== ''))
    cpSync(join(ROOT, file), join(copy, file), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

type Finding = 'found' | 'not found' | 'code has changed';

/** Runs the tests of a fault with and without it. */
function tryFault(copy: string, { file, find, replace, tests, project }: PlantedFault): Finding {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(find).length !== 2) return 'code has changed';
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  );
  const config = project === 'unit' ? 'vitest.config.ts' : 'tests/workers/vitest.config.ts';
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '-c', config, '--project', project, '--bail', '1', ...tests],
    { cwd: copy, stdio: 'ignore' },
  );
  writeFileSync(path, whole);
  return status === 0 ? 'not found' : 'found';
}

const names = process.argv.slice(2);
const chosen = PLANTED_FAULTS.filter(({ name }) => names.length === 0 || names.includes(name));
const copy = copyProject();
let missed = 0;
try {
  for (const fault of chosen) {
    const finding = tryFault(copy, fault);
    if (finding !== 'found') missed += 1;
    process.stdout.write(`${finding.padEnd(18)}${fault.name} (${fault.tests.join(', ')})\n`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.stdout.write(`${chosen.length - missed} of ${chosen.length} faults found\n`);
process.exitCode = missed > 0 ? 1 : 0;
