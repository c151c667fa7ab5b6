/**
 * What a command prints. Rule: control characters in stored texts are escaped (Escape as `\u001b`), since a terminal would obey
 * them; so are direction marks, which can make a line look like another.
 */
import { HIDDEN } from '../../src/domain/input/text.ts';

/** Data as a plain table or a list of names and values; as JSON for programs. */
export function printed(data: unknown, isJson: boolean): string {
  // `\u001b` is a valid escape in JSON too.
  if (isJson) return eachLine(JSON.stringify(data, null, 2));
  return (Array.isArray(data) ? tableOf(data) : listOf(data as object)).map(escapeHidden).join('\n');
}

export const eachLine = (text: string): string => text.split('\n').map(escapeHidden).join('\n');

function escapeHidden(line: string): string {
  return line.replace(HIDDEN, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

const cellOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

function tableOf(rows: readonly object[]): string[] {
  if (rows.length === 0) return ['(none)'];
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [
    columns,
    ...rows.map((row) => columns.map((name) => cellOf(Reflect.get(row, name)).replaceAll('\n', ' '))),
  ];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return cells.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function listOf(data: object): string[] {
  return Object.entries(data).flatMap(([name, value]) =>
    Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null)
      ? [`${name}:`, ...tableOf(value).map((line) => `  ${line}`)]
      : [`${name}: ${cellOf(value)}`],
  );
}
