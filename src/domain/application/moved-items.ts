/** What is stored by form path, after an item of a list was removed (`by` -1) or put back (1). Loaded with a list. */
import type { FieldErrors } from '../api/errors.ts';
import type { ListName } from './fields.ts';

interface Move {
  list: ListName;
  index: number;
  by: 1 | -1;
}

/** Null for a path of the removed item. @param path may be followed by more text */
function movedPath(path: string, { list, index, by }: Move): string | null {
  const [name, at, ...rest] = path.split('.');
  const place = Number(at);
  if (name !== list || at === undefined || place < index) return path;
  return by < 0 && place === index ? null : [name, place + by, ...rest].join('.');
}

/** `stays`: lines that begin with a form path, with those of other items moved. `own`: the lines of the removed item. */
export function movedLines(lines: readonly string[], move: Move): Record<'stays' | 'own', string[]> {
  const isOwn = (line: string) => movedPath(line, move) === null;
  return { stays: lines.flatMap((line) => movedPath(line, move) ?? []), own: lines.filter(isOwn) };
}

/** {@link movedLines} of errors by form path. */
export function movedErrors(errors: FieldErrors, move: Move): Record<'stays' | 'own', FieldErrors> {
  const all = Object.entries(errors);
  const own = all.filter(([path]) => movedPath(path, move) === null);
  const others = all.filter((error) => !own.includes(error));
  const stays = others.map(([path, codes]) => [movedPath(path, move), codes]);
  return { stays: Object.fromEntries(stays), own: Object.fromEntries(own) };
}
