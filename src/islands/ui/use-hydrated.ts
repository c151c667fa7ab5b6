/**
 * What a component knows that the prerendered page could not: it shows the page's own value first, and the true one a moment
 * later. Without that hydration would fail, or leave the page as it was. Rule: the second rendering may be put off and
 * interrupted, since that of a whole form in one piece keeps a slow phone from answering.
 */
import { useDeferredValue, useState, useSyncExternalStore } from 'react';

const never = () => () => {};
const same = () => 0;

/** True for a component that was prerendered and comes to life here; false for one that is made in the browser. */
function usePrerendered(): boolean {
  const [seen] = useState({ prerendered: false });
  // React asks for the server's snapshot while it hydrates, and at no other time.
  useSyncExternalStore(never, same, () => {
    seen.prerendered = true;
    return 0;
  });
  return seen.prerendered;
}

/**
 * A value that changes meanwhile is shown at once.
 * @param live what is true now
 * @param prerendered what the page was built with
 */
export function useAfterHydration<Value>(live: Value, prerendered: Value): Value {
  const differs = usePrerendered() && !Object.is(live, prerendered);
  const [first] = useState(() => live);
  const later = useDeferredValue(true, differs ? false : undefined);
  return later || !Object.is(live, first) ? live : prerendered;
}

/**
 * False in the prerendered page and until it answers to the hand. A form's button is no submit button before that: the
 * browser would send the form by itself, and lose what was typed.
 */
export function useHydrated(): boolean {
  return useAfterHydration(true, false);
}
