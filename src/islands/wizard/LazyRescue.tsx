/** {@link DraftRescue}, whose script is loaded only where a form can't be shown. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { LazyFallback, lazyModule } from '../ui/lazy.tsx';

const lazyRescue = lazyModule(() => import('./DraftRescue.tsx'));

export function LazyRescue({ locale }: { locale: Locale }) {
  const loaded = lazyRescue.use();
  return loaded ? <loaded.DraftRescue locale={locale} /> : <LazyFallback locale={locale} module={lazyRescue} />;
}
