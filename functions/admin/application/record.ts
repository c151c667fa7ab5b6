/** The applicant record of the wire (api.md has its fields), made anew for each answer: its file links live 15 minutes. */
import { fieldsOf, LISTS, type ListName } from '../../../src/domain/application/fields.ts';
import type { AdminEnv } from '../env.ts';
import { signLink } from '../files/links.ts';
import type { Applicant } from '../store/applicants.ts';
import { listFileFields } from './file-values.ts';

/** The record of an applicant; no password, no hash. */
export function renderRecord(env: AdminEnv, applicant: Applicant, now: number): Record<string, unknown> {
  const files = new Map(applicant.files.map((file) => [file.id, file]));
  const link = (id: unknown) => {
    const file = typeof id === 'string' ? files.get(id) : undefined;
    return file ? signLink(env, file, now) : null;
  };
  const fields: Record<string, unknown> = { ...applicant.fields };
  for (const { name, kind } of fieldsOf(applicant.type)) {
    if (kind === 'file' || kind === 'photo') fields[name] = link(fields[name]);
    if (name in LISTS && fields[name]) fields[name] = renderItems(name as ListName, fields[name], link);
  }
  return {
    ...fields,
    id: applicant.id,
    application_type: applicant.type,
    application_status_history: applicant.history,
    version: applicant.version,
    ...(applicant.visa ? { visa: applicant.visa } : {}),
  };
}

function renderItems(list: ListName, items: unknown, link: (id: unknown) => string | null): unknown[] {
  const names = listFileFields(list);
  return (items as Record<string, unknown>[]).map((item) => ({
    ...item,
    ...Object.fromEntries(names.map((name) => [name, link(item[name])])),
  }));
}
