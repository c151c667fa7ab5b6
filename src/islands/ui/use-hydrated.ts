/** Values that the prerendered page could not know: hydration repeats the page's value, the next render shows the real one. */

import { useStore } from '@nanostores/react';
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

/**
 * @param live what is true now
 * @param prerendered what the page was built with
 */
export function useAfterHydration<Value>(live: Value, prerendered: Value): Value {
  return useHydrated() ? live : prerendered;
}

/**
 * A store whose value the browser knows better than the build did. The first render repeats what was prerendered, the
 * next one shows the real value; without it hydration would fail.
 */
/** @param initial what the prerendered page was made with; the same object at every render */
export function useClientStore<Value>(store: ReadableAtom<Value>, initial: Value): Value {
  return useStore(store, { ssr: () => initial });
}
