/** Lists or saves the files of an application. Rule: only the operator may read saved files, and none is overwritten. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prefixedFileName, safeFileName } from '../../src/domain/input/file-names.ts';
import type { DeskWords } from '../admin/mail/words.ts';
import type { FileRow } from '../admin/store/files.ts';
import { type CommandResult, type Commands, DeskRefusal, findApplicant, type Operator, type Run } from './command.ts';

export const FILES: Commands = { files: { args: [1], takesNumber: true, options: ['save'], run: files } };

/** `files`: lists the files of an application; with `--save` writes them into a folder. */
async function files(run: Run): Promise<CommandResult> {
  const { files: data } = await findApplicant(run, run.args[0] ?? '');
  if (run.options.save !== undefined) return saveFiles(run, data, run.options.save);
  const lines = data.map(({ id: key, field, name, type, size }) => `  ${field}: ${name}  (${type}, ${size} B, ${key})`);
  return { lines: lines.length > 0 ? lines : [run.t('noFiles')], data };
}

/** Saves files. @returns their paths @throws DeskRefusal as {@link writeFiles} */
export async function saveFiles(
  operator: Pick<Operator, 'desk' | 't'>,
  rows: readonly FileRow[],
  folder: string,
): Promise<CommandResult> {
  const saved = (await writeFiles(operator, rows, folder)).map(({ field, file }) => ({ field, file }));
  return { lines: saved.map(({ file }) => file), data: saved };
}

/**
 * Writes files into a folder.
 * @param folder created when missing
 * @throws DeskRefusal when a file exists already, or is no longer stored
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

/** Writes a new file that only the operator may read. @throws DeskRefusal when it exists */
export function writeNew(t: DeskWords, file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') throw new DeskRefusal(t('fileThere', { file }));
    throw error;
  }
}

/** The name of a saved file, such as `01-file4-passport.pdf`. */
export function nameOnDisk(position: number, { field, name, type }: FileRow): string {
  return prefixedFileName(`${String(position).padStart(2, '0')}-${field}`, safeFileName(name, type));
}
