/** Values that the prerendered page could not know: hydration repeats the page's value, the next render shows the real one. */
import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in the prerendered page and until the component is hydrated. A form's button is no submit button before that: the
 * browser would send the form by itself, and lose what was typed.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** `prerendered`, which the page was built with, until the component is hydrated; `live` then. */
export function useAfterHydration<Value>(live: Value, prerendered: Value): Value {
  return useHydrated() ? live : prerendered;
}

/**
 * The value of a store; the component is rendered when it changes.
 * @param prerendered gives the value in the prerendered page, the same object at every render
 */
export function useStore<Value>({ listen, get }: ReadableAtom<Value>, prerendered: () => Value = get): Value {
  return useSyncExternalStore(listen, get, prerendered);
}

/** The value of a store once the component is hydrated. @param initial the value in the prerendered page, likewise */
export function useClientStore<Value>(store: ReadableAtom<Value>, initial: Value): Value {
  return useStore(store, () => initial);
}
