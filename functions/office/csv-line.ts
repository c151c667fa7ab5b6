/** A line of CSV for spreadsheets (RFC 4180), without formulas. */

/** Beginnings of formulas (OWASP, "CSV Injection"), phone numbers too. An apostrophe in front makes the cell a text. */
const FORMULA = /^(?:[\t\r\n]|["\s]*[=+\-@＝＋－＠])/;

/** Text after a separator in a cell: a spreadsheet with another one starts a new cell there, despite our quotes. */
const INNER_CELL = /([;\t\r\n])([^;\t\r\n]+)/g;
const INNER_FORMULA = /^(["\s]*)(?=[=+\-@＝＋－＠])/;

/** One line with CR LF. Quotes every cell, so that separators and line breaks in it are text. */
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
