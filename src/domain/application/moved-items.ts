/** Moves what is stored by form path after an item of a list was removed (`by` -1) or put back (1). Loaded with a list. */
import type { FieldErrors } from '../api/refusal-codes.ts';
import type { ListName } from './fields.ts';

interface Move {
  list: ListName;
  index: number;
  by: 1 | -1;
}

export interface ItemMarks {
  /** Errors that the host has reported. */
  refused: FieldErrors;
  /** Files whose content the device has lost. */
  lost: { path: string; name: string }[];
  /** Lines of {@link PHOTO_MARKS}, which begin with a form path. */
  photoLines: string[];
}

/** Null for a path of the removed item. @param path may be followed by more text */
function movedPath(path: string, { list, index, by }: Move): string | null {
  const [name, at, ...rest] = path.split('.');
  const place = Number(at);
  if (name !== list || at === undefined || place < index) return path;
  return by < 0 && place === index ? null : [name, place + by, ...rest].join('.');
}

/** `stays`: marks that remain, those of later items under their new positions. `own`: the marks of the removed item. */
export function movedMarks({ refused, lost, photoLines }: ItemMarks, move: Move): Record<'stays' | 'own', ItemMarks> {
  const only = (isOwn: boolean): ItemMarks => {
    const belongs = (path: string) => (movedPath(path, move) === null) === isOwn;
    const moved = (path: string) => movedPath(path, move) ?? path;
    const errors = Object.entries(refused).filter(([path]) => belongs(path));
    return {
      refused: Object.fromEntries(errors.map(([path, codes]) => [moved(path), codes])),
      lost: lost.filter(({ path }) => belongs(path)).map((file) => ({ ...file, path: moved(file.path) })),
      photoLines: photoLines.filter(belongs).map(moved),
    };
  };
  return { stays: only(false), own: only(true) };
}
