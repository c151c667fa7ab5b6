/** Writes a line of CSV (RFC 4180) for programs, in which spreadsheets find no formula. */

/** Beginnings of formulas (OWASP, "CSV Injection"). An apostrophe before them makes the cell a text. */
const FORMULA = /^(?:[\t\r\n]|["\s]*[=+\-@＝＋－＠])/;

/**
 * A phone number: one plus, then digits and spaces, which spreadsheets read as a number or a text. It is not changed, for
 * programs.
 */
const PHONE = /^\+\d[\d ]*$/;

/** Text after a separator in a cell: a spreadsheet that uses another separator begins a new cell there, despite the quotes. */
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
  const harmless = FORMULA.test(inside) && !PHONE.test(text) ? `'${inside}` : inside;
  return `"${harmless.replaceAll('"', '""')}"`;
}
