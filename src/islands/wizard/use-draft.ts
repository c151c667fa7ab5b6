/** Reads a part of the draft; renders only when that part changes, and never on the draft's every saving. */
import { startTransition, useEffect, useRef, useState } from 'react';
import { $draft, type Draft } from '../../stores/application/draft.ts';
import { useAfterHydration } from '../ui/use-hydrated.ts';

/** As the server rendered it, before anything was read from the device. */
const unread = $draft.get();

/**
 * Rule: a change is rendered in pieces. The draft comes in the very moment in which the form comes to life, and a form that
 * is rendered in one go keeps a slow phone from answering.
 * @param select gives a value that stays the same as long as nothing it is about changes
 */
export function useDraft<Part>(select: (draft: Draft) => Part): Part {
  const [part, setPart] = useState(() => select($draft.get()));
  const latest = useRef(select);
  latest.current = select;
  useEffect(() => {
    const take = () => startTransition(() => setPart(() => latest.current($draft.get())));
    take();
    return $draft.listen(take);
  }, []);
  return useAfterHydration(part, select(unread));
}
