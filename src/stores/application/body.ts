/** The multipart body of a create or update call, and its fingerprint. Loaded when it is sent. */
import { type BodyForm, OWN_BODY_FORM } from '../../domain/application/body-form.ts';
import { formedParts, passwordParts, type UpdateStart } from '../../domain/application/formed-parts.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { NewFile } from '../../domain/kinds/kind.ts';
import type { ChosenFile } from '../device/form-values.ts';

interface BodyEntry {
  name: string;
  value: string | ChosenFile;
}

function withContent(name: string, file: NewFile): ChosenFile {
  if ('blob' in file && file.blob instanceof Blob) return file as ChosenFile;
  throw new TypeError(`the file of "${name}" has no content`);
}

const hashes = new WeakMap<object, Promise<string>>();

interface FileProgress {
  field: string;
  index: number;
  name: string;
  percent: number;
}

export const applicationBody = {
  /**
   * The body parts of an application, without unanswered ones; or of a change to an application that is `stored`. Stored files
   * are left out.
   */
  of(type: ApplicationType, values: ApplicationValues, bodyForm: BodyForm = OWN_BODY_FORM, stored?: UpdateStart) {
    const entries: BodyEntry[] = formedParts(type, values, bodyForm, stored).map(({ name, value }) => ({
      name,
      value: typeof value === 'string' ? value : withContent(name, value as NewFile),
    }));
    const texts = entries.flatMap(({ name, value }) => (typeof value === 'string' ? [[name, value] as const] : []));
    return {
      entries,
      /** Texts by name of the body part. */
      texts: Object.fromEntries(texts),
      /**
       * Makes a new form for each attempt. With a password it is a new application, and has the version of the terms that was
       * shown.
       */
      toForm(password?: string): FormData {
        const form = new FormData();
        for (const { name, value } of entries) {
          if (typeof value === 'string') form.append(name, value);
          else form.append(name, value.blob, value.name);
        }
        if (password !== undefined) {
          for (const { name, value } of passwordParts(password, bodyForm)) form.append(name, String(value));
        }
        return form;
      },
    };
  },
  /** SHA-256 of type, texts and file contents, without file names; 64 hexadecimal digits. */
  async fingerprint(type: ApplicationType, entries: readonly BodyEntry[]): Promise<string> {
    const parts = await Promise.all(
      entries.map(async ({ name, value }) =>
        typeof value === 'string' ? [name, value] : [name, 'file', await applicationBody.hashFile(value)],
      ),
    );
    return applicationBody.sha256(new TextEncoder().encode(JSON.stringify([type, ...parts])));
  },
  /** SHA-256 of a file's bytes, read once. */
  hashFile(file: NewFile): Promise<string> {
    const { blob } = withContent('receipt', file);
    const known = hashes.get(blob) ?? blob.arrayBuffer().then(applicationBody.sha256);
    hashes.set(blob, known);
    return known;
  },
  /** Returns 64 hexadecimal digits. */
  async sha256(bytes: BufferSource): Promise<string> {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  },
  /** The progress of each file at `percent` of the whole, an integer from 0 to 100: a body is sent in order. */
  progress(entries: readonly BodyEntry[], percent: number): FileProgress[] {
    const files = entries.flatMap(({ name, value }) =>
      typeof value === 'string' ? [] : [{ field: name, file: value }],
    );
    const total = files.reduce((sum, { file }) => sum + file.size, 0);
    // Counted in hundredths of a byte: integers are not rounded before the end.
    let left = total * percent;
    return files.map(({ field, file }, index) => {
      const sent = Math.min(left, file.size * 100);
      left -= sent;
      // An empty file is complete when everything is sent.
      const share = Math.floor(sent / Math.max(file.size, 1));
      return { field, index, name: file.name, percent: percent === 100 ? 100 : share };
    });
  },
};
