/**
 * Hooks for all components: the island's language and texts, from `withErrorBoundary`, and values that the prerendered page
 * lacks.
 */
import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { DEFAULT_LOCALE, type Namespace } from '../../domain/i18n/locales.ts';
import { pageText, type Text } from '../../stores/page-text.ts';

export const LocaleContext = createContext(DEFAULT_LOCALE);

export const useLocale = () => useContext(LocaleContext);

/** The texts of a namespace in the island's language. */
export const useText = <N extends Namespace>(namespace: N): Text<N> => pageText(useLocale(), namespace);

const never = () => () => {};

/** False until the component is hydrated. Until then a form's button does not submit: the browser would lose the input. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** `prerendered`, as in the page, until the component is hydrated; then `live`. */
export function useAfterHydration<Value>(live: Value, prerendered: Value): Value {
  return useHydrated() ? live : prerendered;
}

/**
 * The value of a store, the prerendered one until hydration.
 * @param prerendered the same object at every render; by default the store's first value, null for a computed one
 */
export function useClientStore<Value>(store: ReadableAtom<Value>, prerendered = store.init ?? (null as Value)): Value {
  return useStore(store, { ssr: () => prerendered });
}
