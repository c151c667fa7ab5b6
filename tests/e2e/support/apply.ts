/** Sends an application to the portal's API, like the review page, for tests of later pages. */
import { readFile } from 'node:fs/promises';
import { toBodyParts } from '../../../src/domain/application/multipart.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import type { NewFile } from '../../../src/domain/kinds/kind.ts';
import { APPLICATION_PATHS } from '../../fixtures/applicants.ts';
import { PASSWORD, valuesOf } from './applicants.ts';
import { fixture } from './fill.ts';

export interface Applied {
  id: string;
  email: string;
}

/**
 * Sends a complete, valid application of a type, filled in from the same made-up person.
 * @param address of the client, by which the gateway counts calls
 * @param domain of the applicant's email address
 * @param scan a fixture or file in place of the passport's scan
 */
export async function apply(
  baseURL: string,
  locale: Locale,
  type: ApplicationType = 'specialist',
  { address = '203.0.113.71', domain = 'example.org', scan = null as string | File | null } = {},
): Promise<Applied> {
  const email = `${type}.${locale}.${Date.now()}@${domain}`;
  const form = new FormData();
  for (const { name, value } of toBodyParts(type, valuesOf(email))) {
    if (typeof value === 'string') form.append(name, value);
    else {
      const file = name === 'file4' && scan ? scan : (value as NewFile).name;
      if (file instanceof File) form.append(name, file);
      else form.append(name, new Blob([await readFile(fixture(file))]), file);
    }
  }
  form.append('password', PASSWORD);
  const headers = {
    'Accept-Language': locale,
    'Idempotency-Key': crypto.randomUUID(),
    'CF-Connecting-IP': address,
  };
  const response = await fetch(`${baseURL}/api/v1${APPLICATION_PATHS[type]}`, { method: 'POST', headers, body: form });
  const body = (await response.json()) as { data?: { id: string } };
  if (!body.data) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return { id: body.data.id, email };
}
