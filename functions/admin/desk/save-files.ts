/** Saves the files of an application on the operator's machine. Rule: readable by the operator alone, and nothing is replaced. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { FileRow } from '../store/files.ts';
import type { Words } from '../words.ts';
import { DeskRefusal, type Told } from './commands.ts';
import type { Desk } from './platform.ts';

/**
 * @param folder made when it is missing
 * @throws DeskRefusal when a file of that name is there already, or an object is gone
 */
export async function saveFiles({ env }: Desk, t: Words, rows: readonly FileRow[], folder: string): Promise<Told> {
  const target = resolve(folder);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const saved: { field: string; file: string }[] = [];
  for (const [index, { id, field, name }] of rows.entries()) {
    const object = await env.FILES.get(id);
    if (!object) throw new DeskRefusal(t('fileGone', { name }));
    const file = join(target, `${String(index + 1).padStart(2, '0')}-${field}-${basename(name)}`);
    try {
      writeFileSync(file, new Uint8Array(await object.arrayBuffer()), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as { code?: string }).code === 'EEXIST') throw new DeskRefusal(t('fileThere', { file }));
      throw error;
    }
    saved.push({ field, file });
  }
  return { lines: saved.map(({ file }) => file), data: saved };
}
