/** Beside a file field: lets a phone take the picture, unless this device has a camera. */
import { type ComponentProps, useCallback, useEffect, useState } from 'react';
import type { ApplicationType } from '../../domain/application/types.ts';
import { LOCALES } from '../../domain/i18n/locales.ts';
import { whenIdle } from '../../stores/browser/when-idle.ts';
import { loadWords } from '../../stores/page-text.ts';
import type { AskingField } from '../../stores/parcel/photo-asker.ts';
import type { FileTool } from '../fields/part-context.tsx';
import { Button } from '../ui/Button.tsx';
import { useHydrated, useText } from '../ui/hooks.ts';
import { LoadingBlock } from '../ui/Loading.tsx';
import { LazyFallback, lazyModule } from '../ui/lazy.tsx';
import styles from './PhoneTool.module.css';
import type { PhotoAsker } from './PhotoAsker.tsx';

const lazyAsker = lazyModule(async () => {
  // Both languages, since the page may change its language.
  const [module] = await Promise.all([import('./PhotoAsker.tsx'), loadWords(LOCALES, ['parcel', 'forms'])]);
  return module;
});

/** For the file fields of a form. @param type null before it is chosen */
export function usePhoneTool(type: ApplicationType | null): FileTool {
  return useCallback<FileTool>((field) => <PhoneTool type={type} {...field} />, [type]);
}

/** Prerendered against a layout shift; removed where parcels are not offered. */
function PhoneTool(props: AskingField) {
  const t = useText('forms');
  const hydrated = useHydrated();
  const [pressed, setPressed] = useState(false);
  if (!useParcelSupport(() => !matchMedia('(pointer: coarse)').matches)) return null;
  return (
    <div className={styles.phoneTool}>
      {pressed ? (
        <Asker
          field={props}
          cancel={
            <Button kind="quiet" onClick={() => setPressed(false)}>
              {t('file.phoneCancel')}
            </Button>
          }
        />
      ) : (
        <button type="button" className="text-button" disabled={!hydrated} onClick={() => setPressed(true)}>
          {t('file.phone')}
        </button>
      )}
    </div>
  );
}

function Asker(props: ComponentProps<typeof PhotoAsker>) {
  const t = useText('forms');
  const module = lazyAsker.use();
  if (module) return <module.PhotoAsker {...props} />;
  return (
    <>
      <LazyFallback module={lazyAsker}>
        <LoadingBlock label={t('file.phone')} />
      </LazyFallback>
      {props.cancel}
    </>
  );
}

/**
 * Whether parcels are offered, for a part that is prerendered against a layout shift: true until they are known not to be.
 * If the script that asks can't be loaded, it stays true: what follows the offer loads its own, and shows the error.
 * @param asks whether the host is asked
 */
export function useParcelSupport(asks = () => true): boolean {
  const [supported, setSupported] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the host is asked once.
  useEffect(() => {
    if (!asks()) return;
    const ask = async () => {
      const { supportsParcels } = await import('../../stores/parcel/supports-parcels.ts');
      setSupported(await supportsParcels());
    };
    whenIdle(() => void ask().catch(() => undefined));
  }, []);
  return supported;
}
