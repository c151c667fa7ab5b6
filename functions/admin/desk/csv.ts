/** Tables for spreadsheets: RFC 4180, so that a program reads what was meant and runs nothing of it. */

/** Excel takes a file without it for one of the machine's own encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * What a spreadsheet takes for a formula at the beginning of a cell (OWASP, "CSV Injection"). An apostrophe before it makes it
 * a text; phones have one too.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** One line with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
