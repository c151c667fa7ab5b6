/** The language of an island and its texts, for all its components. Provided by `withErrorBoundary`. */
import { createContext, useContext } from 'react';
import { DEFAULT_LOCALE, type Namespace } from '../../domain/i18n/locales.ts';
import { type Text, textOf } from '../../stores/page-text.ts';

export const LocaleContext = createContext(DEFAULT_LOCALE);

export const useLocale = () => useContext(LocaleContext);

/** The texts of a namespace in the island's language. */
export const useText = <N extends Namespace>(namespace: N): Text<N> => textOf(useLocale(), namespace);
