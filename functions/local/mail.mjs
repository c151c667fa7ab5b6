/**
 * Keeps the mail that the portal sends on this machine where people and tests find it: one file a message.
 * The runtime writes each message to a folder that goes when it stops, and names the file on its output.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

const OPENING = /send_email binding called with/;
const FILE = /^(?:Email|Text|HTML|Attachment \([^)]*\)): (?:.* -> )?(\/.+)$/;
const HEADING = /^(?:From|To|Cc|Bcc|Reply-To|Subject): /;

/**
 * @param {string} folder made when the first message comes
 * @returns {{ takes(line: string): boolean }} `takes` is given every line of output and claims those about mail, so
 *   that names and addresses stay out of the log
 */
export function createMailCollector(folder) {
  let reading = false;
  let heading = [];
  let stamp = '';
  let count = 0;
  return {
    takes(line) {
      if (OPENING.test(line)) {
        reading = true;
        heading = [];
        count += 1;
        stamp = `${new Date().toISOString().replace(/[:.]/g, '-')}-${String(count).padStart(3, '0')}`;
        return true;
      }
      if (!reading) return false;
      const file = FILE.exec(line.trim())?.[1];
      if (file && existsSync(file)) keep(file);
      else if (HEADING.test(line.trim())) heading.push(line.trim());
      else if (line.trim() !== '') {
        reading = false;
        return false;
      }
      return true;
    },
  };

  function keep(file) {
    mkdirSync(folder, { recursive: true });
    const kept = join(folder, `${stamp}${extname(file) || `-${basename(file)}`}`);
    // A plain text file has no headings of its own; who it went to is half of what a reader wants to know.
    const text = extname(file) === '.txt' ? `${heading.join('\n')}\n\n` : '';
    writeFileSync(kept, Buffer.concat([Buffer.from(text), readFileSync(file)]));
  }
}
