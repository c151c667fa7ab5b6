/** The notice of DatabaseNotice.tsx, whose script and texts are loaded when it is needed. */
import { LOCALES } from '../../domain/i18n/locales.ts';
import { $storageFault } from '../../stores/device/storage.ts';
import { loadWords } from '../../stores/page-text.ts';
import { useClientStore } from '../ui/hooks.ts';
import { Lazy, lazyModule } from '../ui/lazy.tsx';

const lazyNotice = lazyModule(async () => {
  const [notice] = await Promise.all([import('./DatabaseNotice.tsx'), loadWords(LOCALES, ['application'])]);
  return notice;
});

/**
 * True if this page is too old for the database: it saves nothing any more, and forms are replaced by {@link LazyDatabaseNotice}.
 */
export const useIsOutdated = (): boolean => useClientStore($storageFault) === 'outdated';

/** Shown while another version of the portal uses the database. */
export function LazyDatabaseNotice() {
  const fault = useClientStore($storageFault);
  if (fault !== 'outdated' && fault !== 'held') return null;
  return (
    <Lazy module={lazyNotice}>{({ DatabaseNotice }) => <DatabaseNotice isOutdated={fault === 'outdated'} />}</Lazy>
  );
}
