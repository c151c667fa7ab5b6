/** Reads a part of the draft; renders only when that part changes, and never on the draft's every saving. */
import { useSyncExternalStore } from 'react';
import { $draft, type Draft } from '../../stores/application/draft.ts';

/** As the page was prerendered, before anything was read from the device. */
const unread = $draft.get();

const listen = (told: () => void) => $draft.listen(told);

/** @param select gives a value that stays the same as long as nothing it is about changes */
export function useDraft<Value>(select: (draft: Draft) => Value): Value {
  return useSyncExternalStore(
    listen,
    () => select($draft.get()),
    () => select(unread),
  );
}
