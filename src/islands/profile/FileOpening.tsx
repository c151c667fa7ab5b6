/** Takes over clicks on links to files that have become old, and tells what keeps a file from opening, with a way on. */
import { useEffect } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $fileOpening, closeOpening, isFresh, openFile } from '../../stores/account/opening-files.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';

const MIDDLE_BUTTON = 1;

export function FileOpening({ locale, phone }: { locale: Locale; phone: string }) {
  const t = textOf(locale, 'auth');
  const opening = useClientStore($fileOpening, null);

  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.type === 'auxclick' && event.button !== MIDDLE_BUTTON) return;
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/files/"]') : null;
      const href = link?.getAttribute('href');
      if (!href || isFresh(href)) return;
      event.preventDefault();
      void openFile(href, locale);
    };
    document.addEventListener('click', follow);
    document.addEventListener('auxclick', follow);
    return () => {
      document.removeEventListener('click', follow);
      document.removeEventListener('auxclick', follow);
      closeOpening();
    };
  }, [locale]);

  const phase = opening?.phase ?? 'renewing';
  const offline = opening?.error?.code === 'offline';
  return (
    <Dialog
      open={phase !== 'renewing'}
      onClose={closeOpening}
      title={opening && t(`person.file.${phase}Title`, { name: opening.name })}
      actions={
        <>
          {phase === 'ready' && (
            <a className="button" href={opening?.href} target="_blank" rel="noopener" onClick={() => closeOpening()}>
              {t('person.file.open')}
              <span className="visually-hidden"> {t('menu.newTab')}</span>
            </a>
          )}
          {phase === 'failed' && (
            <Button onClick={() => opening && void openFile(opening.href, locale)}>{t('data.again')}</Button>
          )}
          <Button kind={phase === 'gone' ? 'main' : 'link'} onClick={closeOpening}>
            {t('person.file.close')}
          </Button>
        </>
      }
    >
      {opening && (
        <p>{t(phase === 'failed' && offline ? 'data.offlineNone' : `person.file.${phase}Text`, { phone })}</p>
      )}
    </Dialog>
  );
}
