/** Values that the prerendered page lacks: hydration repeats the page's value, the next render shows the real one. */
import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False until the component is hydrated. Before, a form's button does not submit: the browser would lose the input. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** `prerendered`, the page's value, until the component is hydrated; then `live`. */
export function useAfterHydration<Value>(live: Value, prerendered: Value): Value {
  return useHydrated() ? live : prerendered;
}

/** The value of a store, likewise. @param initial the prerendered value; the same object at every render */
export function useClientStore<Value>(store: ReadableAtom<Value>, initial: Value): Value {
  return useStore(store, { ssr: () => initial });
}
