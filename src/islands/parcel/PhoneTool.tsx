/** Beside a file field: lets a phone take the picture, unless this device can. */
import { useCallback, useEffect, useState } from 'react';
import type { ApplicationType } from '../../domain/application/types.ts';
import { LOCALES, type Locale } from '../../domain/i18n/locales.ts';
import { whenIdle } from '../../stores/browser/when-idle.ts';
import { loadWords, textOf } from '../../stores/page-text.ts';
import type { FileTool } from '../fields/part-context.tsx';
import { LoadingBlock } from '../ui/Loading.tsx';
import { LazyFallback, lazyModule } from '../ui/lazy.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import styles from './PhoneTool.module.css';
import type { PhotoAskerProps } from './PhotoAsker.tsx';

const lazyAsker = lazyModule(async () => {
  // The page may change its language.
  const [module] = await Promise.all([import('./PhotoAsker.tsx'), loadWords(LOCALES, ['parcel', 'forms'])]);
  return module;
});

/** For the file fields of a form. @param type null before it is chosen */
export function usePhoneTool(locale: Locale, type: ApplicationType | null): FileTool {
  return useCallback<FileTool>((field) => <PhoneTool locale={locale} type={type} {...field} />, [locale, type]);
}

/** Prerendered against a layout shift; removed if the host does not support parcels. */
function PhoneTool(props: PhotoAskerProps) {
  const t = textOf(props.locale, 'forms');
  const hydrated = useHydrated();
  const [kept, setKept] = useState(true);
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return;
    const ask = async () => {
      const { supportsParcels } = await import('../../stores/parcel/supports-parcels.ts');
      setKept(await supportsParcels());
    };
    // If its script can't be loaded, the offer stays: the press loads its own, and shows the error.
    whenIdle(() => void ask().catch(() => undefined));
  }, []);
  if (!kept) return null;
  return (
    <div className={styles.phoneTool}>
      {pressed ? (
        <Asker {...props} onCancel={() => setPressed(false)} />
      ) : (
        <button type="button" className="text-button" disabled={!hydrated} onClick={() => setPressed(true)}>
          {t('file.phone')}
        </button>
      )}
    </div>
  );
}

/** @param onCancel called before anything is requested */
function Asker({ onCancel, ...props }: PhotoAskerProps & { onCancel: () => void }) {
  const t = textOf(props.locale, 'forms');
  const module = lazyAsker.use();
  if (module) return <module.PhotoAsker {...props} />;
  return (
    <>
      <LazyFallback locale={props.locale} module={lazyAsker}>
        <LoadingBlock label={t('file.phone')} />
      </LazyFallback>
      <button type="button" className="text-button" onClick={onCancel}>
        {t('file.phoneCancel')}
      </button>
    </>
  );
}
