/**
 * The desk's output. Rule: control characters in stored texts are escaped (Escape as `\u001b`), since a terminal would obey them;
 * so are direction marks, which can make a line look like another.
 */
import { HIDDEN } from '../../src/domain/input/text.ts';
import type { CommandResult } from './command.ts';

export function resultText({ lines, data }: CommandResult, json: boolean): string {
  // `\u001b` is a valid escape in JSON too.
  return json ? eachLine(JSON.stringify(data, null, 2)) : lines.map(escapeHidden).join('\n');
}

/** An error for people, or as JSON. Keeps line breaks, since the message is the desk's own. */
export function refusalText(message: string, json: boolean): string {
  return eachLine(json ? JSON.stringify({ error: message }) : message);
}

const eachLine = (text: string) => text.split('\n').map(escapeHidden).join('\n');

function escapeHidden(line: string): string {
  return line.replace(HIDDEN, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
