/** The log of a local portal. */
import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, warn } from './machine.ts';

export const logPath = (state: string): string => join(state, 'portal.log');

const LOG_BYTES = 10 * 1024 * 1024;

/**
 * A log that is kept over restarts; a full one replaces `${path}.1`. A full disk does not stop the portal: a warning is printed
 * once, until a line can be written again.
 */
export function openLog(path: string, maxBytes = LOG_BYTES): (line: string) => void {
  let size = existsSync(path) ? statSync(path).size : 0;
  let isFailing = false;
  return (line) => {
    const bytes = Buffer.from(`${line}\n`);
    try {
      if (size > 0 && size + bytes.length > maxBytes) {
        renameSync(path, `${path}.1`);
        size = 0;
      }
      appendFileSync(path, bytes, { mode: 0o600 });
      size += bytes.length;
      isFailing = false;
    } catch (error) {
      if (!isFailing) warn(`The log ${path} can't be written (${codeOf(error)}). The portal continues without it.`);
      isFailing = true;
    }
  };
}
