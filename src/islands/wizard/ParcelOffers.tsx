/** The overview's offers on a host with parcels; empty on another. Lazy-loaded. */
import { LOCALES } from '../../domain/i18n/locales.ts';
import { loadWords } from '../../stores/page-text.ts';
import { Lazy, lazyModule } from '../ui/lazy.tsx';

const lazyOffers = lazyModule(async () => {
  const { supportsParcels } = await import('../../stores/parcel/supports-parcels.ts');
  if (!(await supportsParcels())) return null;
  // The page may change its language.
  const [company, draft, kept] = await Promise.all([
    import('../parcel/CompanyAsker.tsx'),
    import('../parcel/DraftSender.tsx'),
    import('../parcel/KeptPrivate.tsx'),
    loadWords(LOCALES, ['parcel', 'forms']),
  ]);
  return { ...company, ...draft, ...kept };
});

export function ParcelOffers() {
  return (
    <Lazy module={lazyOffers}>
      {({ CompanyAsker, DraftSender, KeptPrivate }) => (
        <>
          <CompanyAsker />
          <DraftSender />
          <KeptPrivate />
        </>
      )}
    </Lazy>
  );
}
