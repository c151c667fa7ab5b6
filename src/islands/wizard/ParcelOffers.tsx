/** What the overview offers where the host keeps parcels. Lazy-loaded; nothing where it keeps none. */
import { LOCALES, type Locale } from '../../domain/i18n/locales.ts';
import { loadWords } from '../../stores/page-text.ts';
import { lazyModule } from '../ui/lazy.tsx';

const lazyOffers = lazyModule(async () => {
  const { parcelsKept } = await import('../../stores/parcel/kept.ts');
  if (!(await parcelsKept())) return null;
  // The page may change its language.
  const [module] = await Promise.all([import('../parcel/DraftSender.tsx'), loadWords(LOCALES, ['parcel'])]);
  return module;
});

export function ParcelOffers({ locale }: { locale: Locale }) {
  const offers = lazyOffers.use();
  return offers && <offers.DraftSender locale={locale} />;
}
