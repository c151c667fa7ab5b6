/**
 * A store whose value the browser knows better than the build did. The first render repeats what was prerendered, the
 * next one shows the real value; without it hydration would fail.
 */
import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';

/** @param initial what the prerendered page was made with; the same object at every render */
export function useClientStore<Value>(store: ReadableAtom<Value>, initial: Value): Value {
  return useStore(store, { ssr: () => initial });
}
