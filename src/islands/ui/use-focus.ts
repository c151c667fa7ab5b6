/** Moves the focus to what a component shows. */
import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an element on mount, and at each new `moment`. @param allowed whether it takes the focus @returns its ref */
export function useFocus<Focused extends HTMLElement>(moment?: unknown, allowed = true): RefObject<Focused | null> {
  const box = useRef<Focused>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new moment is what focuses it again.
  useEffect(() => {
    if (allowed) box.current?.focus();
  }, [moment, allowed]);
  return box;
}
