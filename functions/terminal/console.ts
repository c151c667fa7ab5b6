/**
 * What a command prints and asks. Rule: control characters in stored texts are escaped (Escape as `\u001b`), since a terminal would obey
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

/** A change was not confirmed; its message says why. */
class NotConfirmed extends Error {}

/**
 * Makes the `confirm` of an operator: asks in the terminal; `--yes` skips the question. Before a change of a deployed portal its
 * environment has to be typed, too.
 * @param place environment of a deployed portal, such as `production`; null for the local one
 * @param ask null without a terminal
 */
export function confirmation(
  { yes, place }: { yes: boolean; place: string | null },
  ask: ((question: string) => Promise<string>) | null,
) {
  return async (question: string, expected = place ?? 'yes'): Promise<void> => {
    if (yes) return;
    const asked = place === null ? question : `This changes the portal that people use (${place}). ${question}`;
    if (!ask) throw new NotConfirmed(`${asked} There is no terminal to confirm it in; add --yes.`);
    const words = new Set(place === null ? [expected] : [expected, place]);
    for (const [index, word] of [...words].entries()) {
      const answer = await ask(`${index === 0 ? `${asked} ` : ''}To go on, type "${word}": `);
      if (answer.trim().toLowerCase() !== word.toLowerCase()) throw new NotConfirmed('Nothing was changed.');
    }
  };
}
