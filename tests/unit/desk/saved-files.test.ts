/** The permissions of saved files on a real file system, which the workers' tests lack. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wordsOf } from '../../../functions/admin/mail/words.ts';
import type { Desk } from '../../../functions/office/platform.ts';
import { writeFiles, writeNew } from '../../../functions/office/save-files.ts';

it.skipIf(process.platform === 'win32')('only the operator can read saved files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'it-visa-modes-'));
  try {
    const FILES = { get: async () => ({ arrayBuffer: async () => new ArrayBuffer(1) }) };
    const t = wordsOf('en', 'desk');
    const desk = { env: { FILES } } as unknown as Desk;
    const row = { id: 'x', field: 'file4', name: 'a.pdf', type: 'application/pdf', size: 1, sha256: '' } as const;
    const target = join(folder, 'new/place');
    const [saved] = await writeFiles({ desk, t }, [row], target);
    const text = join(target, 'application.txt');
    writeNew(t, text, 'text');
    const modes = [target, saved?.file ?? '', text].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
