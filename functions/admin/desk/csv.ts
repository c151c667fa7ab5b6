/** Tables for spreadsheets: RFC 4180, so that a program reads what was meant and runs nothing of it. */

/** Excel takes a file without it for one of the machine's own encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * What a spreadsheet takes for a formula at the beginning of a cell (OWASP, "CSV Injection"). An apostrophe before it makes it
 * a text; phones have one too.
 */
const FORMULA = /^(?:[\t\r\n]|["\s]*[=+\-@＝＋－＠])/;

/**
 * What follows what a spreadsheet of another country, or one that is told so, takes for the end of a cell: it does not see the
 * quotes of a cell that begins in the middle of its own.
 */
const INNER_CELL = /([;\t\r\n])([^;\t\r\n]+)/g;
const INNER_FORMULA = /^(["\s]*)(?=[=+\-@＝＋－＠])/;

/** One line with its end. Every cell is quoted, so that nothing in it ends the cell. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const inside = text.replace(
    INNER_CELL,
    (_, end: string, cell: string) => `${end}${cell.replace(INNER_FORMULA, "$1'")}`,
  );
  const harmless = FORMULA.test(inside) ? `'${inside}` : inside;
  return `"${harmless.replaceAll('"', '""')}"`;
}
