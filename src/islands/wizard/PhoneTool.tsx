/** Beside a file field: has a phone take the picture. A device that takes one itself is not offered it. */
import { useEffect, useState } from 'react';
import { LOCALES } from '../../domain/i18n/locales.ts';
import { loadWords, textOf } from '../../stores/page-text.ts';
import type { PhotoAskerProps } from '../parcel/PhotoAsker.tsx';
import { LoadingBlock } from '../ui/Loading.tsx';
import { LazyFallback, lazyModule, whenIdle } from '../ui/lazy.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import styles from './wizard.module.css';

const lazyAsker = lazyModule(async () => {
  // The page may change its language.
  const [module] = await Promise.all([import('../parcel/PhotoAsker.tsx'), loadWords(LOCALES, ['parcel'])]);
  return module;
});

/** Prerendered, so that nothing moves; gone where the host keeps no parcels. */
export function PhoneTool(props: PhotoAskerProps) {
  const t = textOf(props.locale, 'forms');
  const hydrated = useHydrated();
  const [kept, setKept] = useState(true);
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return;
    const ask = async () => {
      const { parcelsKept } = await import('../../stores/parcel/kept.ts');
      setKept(await parcelsKept());
    };
    // Where its script does not come, the offer stays: the press loads its own, and tells.
    whenIdle(() => void ask().catch(() => undefined));
  }, []);
  if (!kept) return null;
  return (
    <div className={styles.phoneTool}>
      {pressed ? (
        <Asker {...props} />
      ) : (
        <button type="button" className="text-button" disabled={!hydrated} onClick={() => setPressed(true)}>
          {t('file.phone')}
        </button>
      )}
    </div>
  );
}

function Asker(props: PhotoAskerProps) {
  const module = lazyAsker.use();
  if (module) return <module.PhotoAsker {...props} />;
  return (
    <LazyFallback locale={props.locale} module={lazyAsker}>
      <LoadingBlock label={textOf(props.locale, 'forms')('file.phone')} />
    </LazyFallback>
  );
}
