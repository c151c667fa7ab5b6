/** `npm run desk`: prints where the desk is; `demo` adds sample applications to the local portal. */
import { enableCompileCache } from 'node:module';
import { CommandLine } from '../command-line.ts';
import type { Samples } from './demo.ts';

// Enabled before the imports, since compiling wrangler and this code takes most of the time.
enableCompileCache();
const { logErrorsOnly } = await import('../admin/runtime/log.ts');
const { hasTables } = await import('../admin/store/database.ts');
const { addSamples } = await import('./demo.ts');
const { deskPlaces, openTerminalStorage } = await import('./platform.ts');

const about = 'Says where the desk is: officers work in the browser.';
const program = new CommandLine('npm run desk', about, { PORTAL_STATE: 'state of the local portal' });
program.action(() => print(deskPlaces()));
program
  .command('demo')
  .description('adds sample applications to the local portal')
  .option('--json', 'prints JSON')
  .action(({ json }: { json?: true }) => demo(json === true));

async function demo(isJson: boolean): Promise<void> {
  logErrorsOnly();
  try {
    const storage = await openTerminalStorage();
    try {
      if (!(await hasTables(storage.env.DB))) throw new Error('there is no portal yet: run "npm start"');
      const samples = await addSamples(storage);
      print(isJson ? [JSON.stringify(samples, null, 2)] : listed(samples));
    } finally {
      await storage.close();
    }
  } catch (error) {
    const [message = ''] = String(error instanceof Error ? error.message : error).split('\n');
    console.error(isJson ? JSON.stringify({ error: message }) : message);
    process.exitCode = 1;
  }
}

function print(lines: readonly string[]): void {
  console.log(lines.join('\n'));
}

/** Names and values, then a table. */
function listed({ applications, ...values }: Samples): string[] {
  const rows = [
    ['id', 'type', 'status', 'email'],
    ...applications.map(({ id, type, status, email }) => [id, type, status, email]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map(
    (row) =>
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}`,
  );
  return [...Object.entries(values).map(([name, value]) => `${name}: ${value}`), 'applications:', ...table];
}

await program.parseAsync();
