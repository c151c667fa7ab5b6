import type { ApplicantRecord } from '../../domain/application/record.ts';
import { recordFilesOf } from '../../domain/application/record-files.ts';
import { fileHref } from '../api/file-links.ts';

/** Files of a record that only the host's office can open: their links lead to no page of the portal. */
export const closedFilesOf = (record: ApplicantRecord) =>
  recordFilesOf(record).filter(({ reference }) => !fileHref(reference));
