/** {@link ChangesRescue}, whose script is loaded only if the page can't be shown. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { LazyFallback, lazyModule } from '../ui/lazy.tsx';

const lazyRescue = lazyModule(() => import('./ChangesRescue.tsx'));

export function LazyChangesRescue({ locale }: { locale: Locale }) {
  const loaded = lazyRescue.use();
  return loaded ? <loaded.ChangesRescue locale={locale} /> : <LazyFallback locale={locale} module={lazyRescue} />;
}
