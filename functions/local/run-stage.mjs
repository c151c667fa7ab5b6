/** Runs one stage of the tests: what it makes first, and then its checks, one a core. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { ended, isStopping, run, start } from './machine.mjs';

/** What the tools say in passing that somebody has to see. */
const WARNING = /\[WARN\]/;

/**
 * @param {import('./stages.mjs').Stage} stage
 * @param {string[]} given arguments for the stage's tool
 * @param {string} [log] a file that gets all that is written; the terminal unless it is given
 * @returns {Promise<import('./failures.mjs').Failure[] | null>} what failed; null when all passed
 */
export async function runStage(stage, given = [], log) {
  const checks = stage.checks(given);
  if (checks.length === 0) return [{ what: `${stage.name} has nothing of the name ${given.join(' or ')}`, again: [] }];
  const folder = mkdtempSync(join(tmpdir(), 'it-visa-test-'));
  const sink = log ? openSync(log, 'a') : 1;
  const env = { E2E_STATES: folder };
  const failed = [];
  try {
    const made = (stage.first ?? []).map((command) => ({ command: () => command, failures: () => [] }));
    for (const side of [made, checks]) {
      const waiting = [...side];
      const core = async () => {
        for (let check = waiting.shift(); check && !isStopping(); check = waiting.shift())
          failed.push(await runCheck(check));
      };
      await Promise.all(Array.from({ length: availableParallelism() }, core));
      if (failed.some(Boolean)) return failed.flatMap((failures) => failures ?? []);
    }
    // What failed may be explained by a portal's log in there.
    rmSync(folder, { recursive: true, force: true });
    return null;
  } finally {
    if (log) closeSync(sink);
  }

  async function runCheck(check) {
    const file = join(mkdtempSync(join(folder, 'check-')), 'failures.json');
    const command = check.command(given, file);
    const options = { env: { ...env, FAILURES: file } };
    if (check.shown) {
      // A tool that writes into a pipe leaves out its colours.
      if (!log && process.stdout.isTTY) options.env.FORCE_COLOR = '1';
      const child = start(command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
      const sinks = [
        [child.stdout, sink],
        [child.stderr, log ? sink : 2],
      ];
      const told = sinks.map(([stream, to]) => passOn(stream, check.leavesOut ?? [], to));
      const code = await ended(child);
      await Promise.all(told);
      return code === 0 ? null : check.failures({ file, output: '' });
    }
    const { code, output } = await run(command, options);
    const lines = code === 0 ? output.split('\n').filter((line) => WARNING.test(line)) : [output.trimEnd()];
    if (lines.length > 0) writeSync(sink, `${lines.join('\n')}\n`);
    return code === 0 ? null : check.failures({ file, output });
  }
}

/** Writes on what a tool says, but for lines of these shapes. */
async function passOn(stream, shapes, sink) {
  for await (const line of createInterface({ input: stream })) {
    if (!shapes.some((shape) => shape.test(stripVTControlCharacters(line)))) writeSync(sink, `${line}\n`);
  }
}
