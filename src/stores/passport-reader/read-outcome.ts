/** Messages between page and worker. */
import type { PassportReading } from '../../domain/passport/reading.ts';
import type { DecoderRequest } from '../pdf/passed-decoders.ts';

/**
 * - `read`: every check digit is right. `lines` is the cut-out of both lines, upright and straightened (PNG),
 *   `page` its page in a document
 * - `noZone`: no lines of a passport in the picture
 * - `noZoneInPages`: nor on the first pages of a document with more than {@link MAX_PAGES}
 * - `several`: two passports are in the picture
 * - `slanted`: two lines run at an angle to the picture's edges, and can't be read for certain
 * - `comeCloser`: the lines are there, their characters too small
 * - `checkFailed`: the lines are there, too few check digits are right: nothing of them may be used
 * - `unreadable`: a file or picture that can't be opened
 * - `pixelsHidden`: the browser returns other pixels than were drawn
 */
export type ReadOutcome =
  | { result: 'read'; reading: PassportReading; lines: Blob; page?: number | undefined }
  | { result: ReadRefusal | 'unreadable' | 'pixelsHidden' | 'cancelled' };

export type ReadRefusal = 'noZone' | 'noZoneInPages' | 'comeCloser' | 'checkFailed' | 'slanted' | 'several';

/** Pages of a document to read; a scan of a passport has few. */
export const MAX_PAGES = 20;

export interface ReadRequest {
  picture: Blob;
  today: string;
}

/** Asks the worker of documents whether it opens a file: true or false. */
export interface OpenRequest {
  document: Blob;
}

/** The progress, 0 to 1, a decoder that a picture of a PDF needs, or the outcome. */
export type ReadReport = { done: number } | DecoderRequest | { outcome: ReadOutcome };
