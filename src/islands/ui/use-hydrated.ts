/**
 * What a component knows that the prerendered page could not: while it hydrates it repeats the page's own value, and shows
 * the true one right after. Without that hydration would fail, or leave the page as it was.
 */
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
