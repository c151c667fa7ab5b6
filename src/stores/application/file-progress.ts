/** How far each file of an application is while it is sent. A body goes out in its order, so the whole tells each. */
import type { BodyEntry } from './body.ts';

export interface FileProgress {
  /** Wire name of its field. */
  field: string;
  /** Its place among the files that are sent, from 0. */
  index: number;
  /** As the applicant's device calls it. */
  name: string;
  /** 0 to 100, a whole number. */
  percent: number;
}

/** @param percent of the whole body that has left, a whole number from 0 to 100 */
export function fileProgress(entries: readonly BodyEntry[], percent: number): FileProgress[] {
  const files = entries.flatMap(({ name, value }) => (typeof value === 'string' ? [] : [{ field: name, file: value }]));
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  // In hundredths of a byte: whole numbers, of which none is rounded before the end.
  let left = total * percent;
  return files.map(({ field, file }, index) => {
    const sent = Math.min(left, file.size * 100);
    left -= sent;
    // An empty file arrives with the whole.
    const share = Math.floor(sent / Math.max(file.size, 1));
    return { field, index, name: file.name, percent: percent === 100 ? 100 : share };
  });
}
