/** The test applicants of a run, with a recognizable surname, and the request bodies that a browser would send for them. */

import type { ApplicantRecord } from '../../src/domain/application/record.ts';
import type { ApplicationType } from '../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../src/domain/application/values.ts';
import { utcDate } from '../../src/domain/input/date.ts';
import type { NewFile } from '../../src/domain/kinds/kind.ts';
import { applicantValues, type FileOf, relativeValues } from '../fixtures/applicants.ts';

export interface SampleFile extends NewFile {
  bytes: Uint8Array;
}

/** A file of tests/fixtures by its name. */
export type SampleFiles = (name: string) => SampleFile;

/** The surname of each test applicant, also in the email address, so that operators recognize the applications. */
export const MARK = 'Check-Host';

export interface Person {
  type: ApplicationType;
  email: string;
  password: string;
  /** The Idempotency-Key of the creation. */
  key: string;
  values: ApplicationValues;
  /** Set when the application is created. */
  record?: ApplicantRecord;
  /** The valid token of the last sign-in. */
  token?: string;
}

export interface CreatedApplication {
  /** Null where the host returned none. */
  id: string | null;
  email: string;
  type: ApplicationType;
}

const NAMES = { surname: MARK, name: 'Nobody', middlename: 'Checked' };

/** @param domain of the email address; example.org receives no mail (RFC 2606) */
export function newPerson(type: ApplicationType, files: SampleFiles, domain: string): Person {
  const email = `${MARK.toLowerCase()}.${crypto.randomUUID().slice(0, 13)}@${domain}`;
  const file: FileOf = (name) => withBlob(files(name));
  const values = applicantValues(utcDate(new Date()), file, {
    ...NAMES,
    email,
    // Every question is answered: what is not is no part of a creation, so that a record may lack it.
    additional_phone: '+998 90 123 45 67',
    petitioner_middlename: 'Checked',
    formatted_relatives: [relativeValues(file, NAMES)],
  });
  // Small and capital letters, a digit and a sign: what hosts ask of passwords.
  const password = `Violet anchor ${crypto.randomUUID().slice(0, 8)} ladder 7!`;
  return { type, email, password, key: crypto.randomUUID(), values };
}

/** The file as pages hold it. */
export const withBlob = (file: SampleFile) => ({
  ...file,
  blob: new Blob([file.bytes as Uint8Array<ArrayBuffer>], { type: file.type ?? '' }),
});

/** The path of a file reference at the host; null for another origin, or a text that is no path. */
export function pathOf(reference: string, origin: string): string | null {
  if (!/^(?:https?:|\/|[\w-]+\/)/.test(reference)) return null;
  const url = URL.parse(reference, `${origin}/`);
  return url?.origin === origin && url.pathname.length > 1 ? url.pathname + url.search : null;
}

export interface StoredLink {
  /** Wire name of the field. */
  field: string;
  /** As the host sent it. */
  link: string;
  /** Its path at the host; null for another origin. */
  path: string | null;
}

/** Returns all file links in a record's values. @param origin of the host */
export function linksOf(values: ApplicationValues, origin: string): StoredLink[] {
  const holders = [values, ...values.formatted_relatives] as unknown as Record<string, unknown>[];
  return holders.flatMap((holder) =>
    Object.entries(holder).flatMap(([field, value]) => {
      const link = typeof value === 'object' && value !== null && 'path' in value ? String(value.path) : null;
      return link === null ? [] : [{ field, link, path: pathOf(link, origin) }];
    }),
  );
}
