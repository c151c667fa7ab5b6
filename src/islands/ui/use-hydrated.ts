/**
 * What a component knows that the prerendered page could not: it shows the page's own value first, and the true one a moment
 * later. Without that hydration would fail, or leave the page as it was. Rule: the second rendering may be put off and
 * interrupted, since that of a whole form in one piece keeps a slow phone from answering.
 */
import { useDeferredValue, useLayoutEffect, useState, useSyncExternalStore } from 'react';

const never = () => () => {};
const same = () => 0;

/**
 * Whatever is rendered after the hydration shows the true value at once.
 * @param live what is true now
 * @param prerendered what the page was built with
 */
export function useAfterHydration<Value>(live: Value, prerendered: Value): Value {
  const [life] = useState({ prerendered: false, begun: false });
  // React asks for the server's snapshot while it hydrates, and at no other time.
  useSyncExternalStore(never, same, () => {
    life.prerendered = true;
    return 0;
  });
  useLayoutEffect(() => {
    life.begun = true;
  }, [life]);
  const differs = life.prerendered && !life.begun && !Object.is(live, prerendered);
  const later = useDeferredValue(true, differs ? false : undefined);
  return later || life.begun ? live : prerendered;
}

/**
 * False in the prerendered page and until it answers to the hand. A form's button is no submit button before that: the
 * browser would send the form by itself, and lose what was typed.
 */
export function useHydrated(): boolean {
  return useAfterHydration(true, false);
}
