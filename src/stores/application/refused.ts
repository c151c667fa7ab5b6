/** What the host refused of an application that was sent, until it is changed: form path → codes, in this page's memory. */
import { atom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';

export const $refused = atom<FieldErrors>({});

/** Takes away what was refused in fields that have been put right; `belongs` says which those are. */
export function clearRefused(belongs: (path: string) => boolean): void {
  $refused.set(Object.fromEntries(Object.entries($refused.get()).filter(([path]) => !belongs(path))));
}
