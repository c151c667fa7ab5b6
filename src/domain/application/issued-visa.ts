/** An issued visa: its public page, and its days as a calendar file (iCalendar, RFC 5545). */

/** Dates are `YYYY-MM-DD`, both days included. */
export interface Visa {
  code: string;
  valid_from: string;
  valid_to: string;
  /** Last characters of the passport number, where the host shows them. */
  passport_end?: string;
}

/** The page on which a visa is checked. */
export const VISA_ROUTE = '/employee-visa';

export const visaRoute = (code: string) => `${VISA_ROUTE}/${code}`;

/** The browser, Node and workerd have it. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

interface CalendarWords {
  begins: string;
  ends: string;
}

/** RFC 5545, section 3.1, counts octets; Cyrillic letters have two. */
const LINE_OCTETS = 75;

/** When the reminder comes: it leaves time to leave the country, or to request a new visa. */
const REMINDER = '-P30D';

/** Both days as `text/calendar`, with a reminder. @param address of the public page @param now milliseconds since 1970 */
export function visaCalendar(visa: Visa, words: CalendarWords, address: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const entry = (kind: string, date: string, summary: string, more: readonly string[] = []) => [
    'BEGIN:VEVENT',
    `UID:${kind}-${visa.code}@it-visa`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
    `SUMMARY:${escapeText(summary)}`,
    `URL:${address}`,
    'TRANSP:TRANSPARENT',
    ...more,
    'END:VEVENT',
  ];
  const reminder = [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(words.ends)}`,
    `TRIGGER:${REMINDER}`,
    'END:VALARM',
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//IT visa portal//visa//EN',
    ...entry('begins', visa.valid_from, words.begins),
    ...entry('ends', visa.valid_to, words.ends, reminder),
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** RFC 5545, section 3.1: long lines are folded, never within a character. */
function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length;
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += letter;
    octets += size;
  }
  return folded;
}
