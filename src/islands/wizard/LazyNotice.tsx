/** The notices of DraftNotices.tsx, whose script is loaded where one is needed. */
import type { ReactNode } from 'react';
import { LOCALES, type Locale } from '../../domain/i18n/locales.ts';
import { loadWords, textOf } from '../../stores/page-text.ts';
import { LazyFallback, lazyModule } from '../ui/lazy.tsx';

/** One of the words that pages of parts do not carry. */
const SOME_WORD = 'draft.rescue.text';

/** Pages of parts carry none of their words (pages/[locale]/application). The page may change its language. */
const lazyNotices = lazyModule(async () => {
  const [notices] = await Promise.all([import('./DraftNotices.tsx'), loadWords(LOCALES, ['application'])]);
  for (const locale of LOCALES)
    if (textOf(locale, 'application')(SOME_WORD) === SOME_WORD) throw new Error(`no words for notices in ${locale}`);
  return notices;
});

export interface LazyNoticeProps {
  locale: Locale;
  show: (notices: typeof import('./DraftNotices.tsx')) => ReactNode;
}

export function LazyNotice({ locale, show }: LazyNoticeProps) {
  const notices = lazyNotices.use();
  return notices ? show(notices) : <LazyFallback locale={locale} module={lazyNotices} />;
}

/** For an error boundary. */
export function LazyRescue({ locale }: { locale: Locale }) {
  return <LazyNotice locale={locale} show={({ DraftRescue }) => <DraftRescue locale={locale} />} />;
}
