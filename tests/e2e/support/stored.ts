/** Compares D1 and R2 with what was typed in the browser. */
import { readFile } from 'node:fs/promises';
import { LISTS } from '../../../src/domain/application/fields.ts';
import { TERMS_VERSION } from '../../../src/domain/application/terms.ts';
import type { Applicant, Typed } from './applicants.ts';
import { fixture } from './fill.ts';
import { expect, type Storage, sha256 } from './portal.ts';

interface Row {
  fields: string;
  application_type: string;
  status: string;
  terms_version: string;
}

const isFile = (value: string) => /\.(pdf|jpg|png|webp)$/.test(value);
/** In the form, the two dates of a trip are one level deeper than on the wire. */
const wireName = (name: string) => name.replace(/^(previos_trip_date|trim_date)\./, '');

/** Compares the row, the history and every file of an application with what was typed. */
export async function expectStored(storage: Storage, id: string, applicant: Applicant): Promise<void> {
  const columns = 'fields, application_type, status, terms_version';
  const row = storage.DB.prepare(`SELECT ${columns} FROM applicants WHERE id = ?`).get(id) as Row | undefined;
  if (!row) throw new Error(`no application ${id} in D1`);
  expect(row).toMatchObject({
    application_type: applicant.type,
    status: 'submitted',
    terms_version: TERMS_VERSION,
  });
  const typed = { ...applicant.step1, ...applicant.step2 };
  expect(JSON.parse(row.fields)).toMatchObject({ ...typedValues(typed), ...applicant.filledIn });

  const history = storage.DB.prepare('SELECT status FROM status_history WHERE applicant_id = ?').all(id);
  expect(history.map((step) => ({ ...step }))).toEqual([{ status: 'submitted' }]);

  const files = storage.DB.prepare('SELECT id, field, name FROM files WHERE applicant_id = ?').all(id) as unknown as {
    id: string;
    field: string;
    name: string;
  }[];
  const stored = files.map(({ field, name }) => `${field}: ${name}`);
  expect(stored.sort()).toEqual(typedFiles(typed).sort());
  for (const file of files) {
    const object = await storage.FILES.get(file.id);
    if (!object) throw new Error(`no object for ${file.field} in R2`);
    const chosen = new Uint8Array(await readFile(fixture(file.name)));
    expect(await sha256(await object.arrayBuffer()), `${file.field}: ${file.name}`).toBe(await sha256(chosen));
  }
}

/** Returns typed texts and list items in the wire's shape, without files. */
function typedValues(typed: Typed): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(typed)) {
    const name = wireName(key);
    if (typeof value !== 'string') values[name] = value.map(typedValues);
    else if (isFile(value)) continue;
    else if (name.includes('.')) {
      const [group = '', part = ''] = name.split('.');
      values[group] = { ...(values[group] as object), [part]: value };
    } else values[name] = value;
  }
  return values;
}

function typedFiles(typed: Typed): string[] {
  return Object.entries(typed).flatMap(([name, value]) => {
    if (typeof value !== 'string') return name in LISTS ? value.flatMap(typedFiles) : [];
    return isFile(value) ? [`${name}: ${value}`] : [];
  });
}
