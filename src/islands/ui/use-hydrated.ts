/**
 * What a component knows that the prerendered page could not: it shows the page's own value first, and the true one as soon
 * as it answers to the hand. Without that hydration would fail, or leave the page as it was.
 */
import { useDeferredValue, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in the prerendered page and until it answers to the hand. A form's button is no submit button before that: the
 * browser would send the form by itself, and lose what was typed.
 */
export function useHydrated(): boolean {
  return useAfterHydration(true, false);
}

/**
 * @param live what is true now
 * @param prerendered what the page was built with; the same object at every render
 */
export function useAfterHydration<Value>(live: Value, prerendered: Value): Value {
  return useSyncExternalStore(
    never,
    () => live,
    () => prerendered,
  );
}

/** Like {@link useHydrated}, a moment later: for much that the page was built without, and that must not come in one go. */
export function useHydratedLater(): boolean {
  return useDeferredValue(useHydrated());
}
