/** The body of a create or update call as the browser sends it, and what tells one body from another. Loaded when it is sent. */
import { cleanValues } from '../../domain/application/clean-values.ts';
import { toParts } from '../../domain/application/multipart.ts';
import { TERMS_PART, TERMS_VERSION } from '../../domain/application/terms.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues, NewFile } from '../../domain/application/values.ts';
import type { ChosenFile } from '../device/form-values.ts';

export interface BodyEntry {
  name: string;
  value: string | ChosenFile;
}

export interface Body {
  entries: BodyEntry[];
  /**
   * A new form for each try. With the password it is a new application, and says which terms its page showed beside the
   * consent; a change asks for none.
   */
  toForm: (password?: string) => FormData;
}

/** The parts of an application with their content, without hidden characters. Files that the host already has are not among them. */
export function bodyOf(type: ApplicationType, values: ApplicationValues): Body {
  const entries = toParts(type, cleanValues(type, values)).map(({ name, value }) => ({
    name,
    value: typeof value === 'string' ? value : withContent(name, value as NewFile),
  }));
  return {
    entries,
    toForm(password) {
      const form = new FormData();
      for (const { name, value } of entries) {
        if (typeof value === 'string') form.append(name, value);
        else form.append(name, value.blob, value.name);
      }
      if (password !== undefined) {
        form.append('password', password);
        form.append(TERMS_PART, TERMS_VERSION);
      }
      return form;
    },
  };
}

function withContent(name: string, file: NewFile): ChosenFile {
  if ('blob' in file && file.blob instanceof Blob) return file as ChosenFile;
  throw new TypeError(`the file of "${name}" has no content`);
}

/** The same for the same type, texts and file contents, whatever the files are called; 64 hexadecimal digits. */
export async function fingerprintOf(type: ApplicationType, entries: readonly BodyEntry[]): Promise<string> {
  const told = await Promise.all(
    entries.map(async ({ name, value }) =>
      typeof value === 'string' ? [name, value] : [name, 'file', await digest(await value.blob.arrayBuffer())],
    ),
  );
  return digest(new TextEncoder().encode(JSON.stringify([type, ...told])));
}

async function digest(bytes: BufferSource): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
