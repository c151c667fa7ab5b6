/** The files of an application, listed or saved on the operator's machine. Rule: readable by the operator alone, and nothing is replaced. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { safeFileName } from '../../../src/domain/input/file-names.ts';
import type { Words } from '../mail/words.ts';
import type { FileRow } from '../store/files.ts';
import { type CommandResult, type Commands, DeskRefusal, findApplicant, type Operator, type Run } from './command.ts';

export const FILES: Commands = { files: { args: [1], takesNumber: true, options: ['save'], run: files } };

/** The files of an application as they are stored; with `--save` they are written into a folder. */
async function files(run: Run): Promise<CommandResult> {
  const { files: data } = await findApplicant(run, run.args[0] ?? '');
  if (run.options.save !== undefined) return saveFiles(run, data, run.options.save);
  const lines = data.map(({ id: key, field, name, type, size }) => `  ${field}: ${name}  (${type}, ${size} B, ${key})`);
  return { lines: lines.length > 0 ? lines : [run.t('noFiles')], data };
}

/** Of a file's name: ext4 and APFS have room for so many in UTF-8, NTFS for more. */
const MAX_NAME_BYTES = 255;

/** Saves files, and tells where. @throws DeskRefusal as {@link writeFiles} does */
export async function saveFiles(
  operator: Pick<Operator, 'desk' | 't'>,
  rows: readonly FileRow[],
  folder: string,
): Promise<CommandResult> {
  const saved = (await writeFiles(operator, rows, folder)).map(({ field, file }) => ({ field, file }));
  return { lines: saved.map(({ file }) => file), data: saved };
}

/**
 * @param folder made when it is missing
 * @throws DeskRefusal when a file of that name is there already, or an object is gone
 */
export async function writeFiles(
  { desk, t }: Pick<Operator, 'desk' | 't'>,
  rows: readonly FileRow[],
  folder: string,
): Promise<{ id: string; field: string; file: string }[]> {
  const target = resolve(folder);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const saved: { id: string; field: string; file: string }[] = [];
  for (const [index, row] of rows.entries()) {
    const object = await desk.env.FILES.get(row.id);
    if (!object) throw new DeskRefusal(t('fileGone', { name: row.name }));
    const file = join(target, nameOnDisk(index + 1, row));
    writeNew(t, file, new Uint8Array(await object.arrayBuffer()));
    saved.push({ id: row.id, field: row.field, file });
  }
  return saved;
}

/** Writes a file that only the operator may read. @throws DeskRefusal when it is there already */
export function writeNew(t: Words, file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') throw new DeskRefusal(t('fileThere', { file }));
    throw error;
  }
}

/**
 * `01-file4-passport.pdf`. What stands before the name keeps two files of one name apart, and no system takes the whole for
 * a device of its own, as Windows does with `CON.pdf`.
 */
export function nameOnDisk(position: number, { field, name, type }: FileRow): string {
  const safe = safeFileName(name, type);
  const dot = safe.lastIndexOf('.');
  const letters = [...safe.slice(0, dot)];
  const whole = () => `${String(position).padStart(2, '0')}-${field}-${letters.join('')}${safe.slice(dot)}`;
  while (Buffer.byteLength(whole()) > MAX_NAME_BYTES) letters.pop();
  return whole();
}
