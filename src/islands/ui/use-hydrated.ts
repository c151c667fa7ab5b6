/**
 * False in the prerendered page and until it answers to the hand. A form's button is no submit button before that: the
 * browser would send the form by itself, and lose what was typed.
 */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
