/** Moves the focus to what a component shows. */
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses an element when it is mounted, and again at each new `moment`.
 * @param allowed whether it takes the focus at all
 * @returns the element's ref
 */
export function useFocus<Focused extends HTMLElement>(moment?: unknown, allowed = true): RefObject<Focused | null> {
  const box = useRef<Focused>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new moment is what focuses it again.
  useEffect(() => {
    if (allowed) box.current?.focus();
  }, [moment, allowed]);
  return box;
}
