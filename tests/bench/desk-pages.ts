/**
 * `npm run bench:desk-pages`: how long the browser desk takes for a page with many applicants, from the request to the last
 * byte, with its own local D1.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandLine } from '../../functions/command-line.ts';
import { makeTables } from '../../functions/local/database.ts';
import { serveDesk } from '../../functions/local/desk.ts';
import { freePort } from '../../functions/local/machine.ts';
import { ensureSecrets, ensureStateSecrets } from '../../functions/local/secrets.ts';
import { openTerminalStorage } from '../../functions/terminal/platform.ts';
import { applicant, fill } from './many-applicants.ts';
import { median, printTable } from './portal.ts';

new CommandLine('npm run bench:desk-pages', 'How long the pages of the desk take with many applicants.', {
  COUNT: 'applicants; 100000 unless set',
  RUNS: 'times each; 15 unless set',
}).parse();

const COUNT = Number(process.env.COUNT ?? 100_000);
const RUNS = Number(process.env.RUNS ?? 15);

const state = mkdtempSync(join(tmpdir(), 'it-visa-bench-'));
process.env.PORTAL_STATE = state;
ensureSecrets();
ensureStateSecrets(state);
await makeTables(state);
const storage = await openTerminalStorage();
await fill(storage.env.DB, COUNT);
await storage.close();

const [port, issuer] = [await freePort(), await freePort()];
const desk = await serveDesk({ port, issuerPort: issuer, state, origin: 'http://localhost:8787' });
try {
  const entered = await fetch(`http://localhost:${issuer}/officers/bekzod`, { redirect: 'manual' });
  const [cookie = ''] = (entered.headers.get('Set-Cookie') ?? '').split(';');
  const { id } = applicant(Math.floor(COUNT / 2), COUNT);
  const searches = ['karimov anna', 'mov', 'a10@example.org', 'rimo nna', 'zzq', 'ov zq', 'a999', '99ZZ9'].map(
    (text) => `/search/bench ${text}`,
  );
  const paths = [
    ...['/?queue=mine', '/?queue=unassigned', '/?queue=overdue', '/?queue=in_review', '/?queue=visa_issued'],
    ...[`/applications/${id}`, '/statistics', '/statistics?from=2020-01-01', '/log', '/mails', ...searches],
  ];
  const rows: string[][] = [];
  for (const path of paths) {
    const [route = '', ...words] = path.split(' ');
    const headers = {
      Cookie: words.length > 0 ? `${cookie}; desk_search=${encodeURIComponent(words.join(' '))}` : cookie,
    };
    const times: number[] = [];
    let bytes = 0;
    for (let run = 0; run < RUNS; run++) {
      const began = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}${route}`, { headers });
      bytes = (await response.arrayBuffer()).byteLength;
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      times.push(performance.now() - began);
    }
    rows.push([path, `${median(times).toFixed(1)} ms`, `${Math.max(...times).toFixed(1)} ms`, `${bytes} B`]);
  }
  printTable([[`${COUNT} applicants`, 'median', 'longest', 'page'], ...rows]);
} finally {
  await desk.stop();
  rmSync(state, { recursive: true, force: true });
}
