/** Adds a kind of field to a copy of the project, as docs/recipes.md describes. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../../..');

export interface CopiedProject {
  path: string;
  /** Changes a file. @throws Error if the file stays the same */
  edit(file: string, change: (source: string) => string): void;
  remove(): void;
}

/** Copies files and folders of the project, with a link to its packages. */
export function copyProject(...copied: string[]): CopiedProject {
  const path = mkdtempSync(join(tmpdir(), 'new-kind-'));
  for (const name of [...copied, 'package.json']) cpSync(join(ROOT, name), join(path, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  return {
    path,
    edit(file, change) {
      const source = readFileSync(join(path, file), 'utf8');
      const changed = change(source);
      if (changed === source) throw new Error(`${file} has not changed`);
      writeFileSync(join(path, file), changed);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Adds the kind `fourDigits`: its file, and its entries in the maps of kinds, controls, contracts and samples. */
export function addKind({ path, edit }: CopiedProject): void {
  writeFileSync(
    join(path, 'src/domain/kinds/four-digits.ts'),
    `import { textKind } from './text.ts';
     /** A year with four digits. */
     export const fourDigits = textKind({ check: (text) => (/^\\d{4}$/.test(text) ? null : 'date_unreal') });`,
  );
  edit('src/domain/kinds/single.ts', (source) =>
    source
      .replace(/import \{[^}]*\} from '\.\/text\.ts';/, "$&\nimport { fourDigits } from './four-digits.ts';")
      .replace('...FILE_KINDS }', '...FILE_KINDS, fourDigits }'),
  );
  edit('src/islands/fields/controls/FormField.tsx', (source) =>
    insertBefore(source, '  photo: PhotoInput,', 'fourDigits: textInputs.text,'),
  );
  edit('src/domain/api/contract/kinds.ts', (source) =>
    insertBefore(source, '  photo: file,', "fourDigits: describedText('A year with four digits.'),"),
  );
  edit('src/domain/kinds/samples.ts', (source) => insertBefore(source, '  photo: files.photo,', "fourDigits: '1999',"));
}

/** Adds a required question `founded` of the kind `fourDigits` for investors. */
export function addField({ edit }: CopiedProject): void {
  edit('src/domain/application/fields.ts', (source) =>
    insertBefore(
      source,
      '  company_name: field(',
      "founded: field('project', { kind: 'fourDigits', types: ['investor'] }),",
    ),
  );
}

const insertBefore = (source: string, line: string, inserted: string) => source.replace(line, `  ${inserted}\n$&`);
