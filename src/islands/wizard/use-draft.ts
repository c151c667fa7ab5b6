/** Reads a part of the draft; renders only when that part changes, and never on the draft's every saving. */
import { useSyncExternalStore } from 'react';
import { $draft, type Draft } from '../../stores/application/draft.ts';

/** As the server rendered it, before anything was read from the device. */
const unread = $draft.get();

const listen = (render: () => void) => $draft.listen(render);

/** @param select gives a value that stays the same as long as nothing it is about changes */
export function useDraft<Part>(select: (draft: Draft) => Part): Part {
  return useSyncExternalStore(
    listen,
    () => select($draft.get()),
    () => select(unread),
  );
}
