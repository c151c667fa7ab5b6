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

/** @param percent of the whole body that has left, 0 to 100 */
export function fileProgress(entries: readonly BodyEntry[], percent: number): FileProgress[] {
  const files = entries.flatMap(({ name, value }) => (typeof value === 'string' ? [] : [{ field: name, file: value }]));
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let left = (total * percent) / 100;
  return files.map(({ field, file }, index) => {
    const sent = Math.min(left, file.size);
    left -= sent;
    const share = file.size === 0 ? 100 : Math.floor((sent / file.size) * 100);
    return { field, index, name: file.name, percent: percent === 100 ? 100 : share };
  });
}
