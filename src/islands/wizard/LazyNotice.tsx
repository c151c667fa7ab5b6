/** The notices of DraftNotices.tsx, whose script is loaded when one is needed. */
import type { Locale } from '../../domain/i18n/locales.ts';
import type { Elements } from '../ui/elements.ts';
import { LazyFallback, lazyModule } from '../ui/lazy.tsx';
import { withNoticeWords } from './notice-words.ts';

const lazyNotices = lazyModule(() => withNoticeWords(import('./DraftNotices.tsx')));

export interface LazyNoticeProps {
  locale: Locale;
  show: (notices: typeof import('./DraftNotices.tsx')) => Elements;
}

export function LazyNotice({ locale, show }: LazyNoticeProps) {
  const notices = lazyNotices.use();
  return notices ? show(notices) : <LazyFallback locale={locale} module={lazyNotices} />;
}

/** For an error boundary. */
export function LazyRescue({ locale }: { locale: Locale }) {
  return <LazyNotice locale={locale} show={({ DraftRescue }) => <DraftRescue locale={locale} />} />;
}
