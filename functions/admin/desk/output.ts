/**
 * What the desk prints. Rule: a terminal obeys control characters, so none that anybody wrote reaches it: Escape is shown as
 * `\u001b`. Signs that set the direction of writing are shown so too, since they can make a line look like another.
 */
import { HIDDEN } from '../../../src/domain/input/text.ts';
import type { CommandResult } from './command.ts';

/** What a command says, for people or as JSON. */
export function resultText({ lines, data }: CommandResult, json: boolean): string {
  // JSON escapes some of them by itself; the escapes of the others are of JSON as well.
  return json ? eachLine(JSON.stringify(data, null, 2)) : lines.map(escapeHidden).join('\n');
}

/** What a refusal says; its line breaks are our own. */
export function refusalText(message: string, json: boolean): string {
  return eachLine(json ? JSON.stringify({ error: message }) : message);
}

const eachLine = (text: string) => text.split('\n').map(escapeHidden).join('\n');

function escapeHidden(line: string): string {
  return line.replace(HIDDEN, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
