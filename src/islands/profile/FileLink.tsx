/** Links to uploaded files. They are signed and expire soon; a click on an expired one renews it first. */
import { useEffect, useState } from 'react';
import { fileNameOf as fileName, shownFileName } from '../../domain/input/files.ts';
import { openingFile } from '../../stores/account/opening-files.ts';
import { $profile, renewPhotoLink } from '../../stores/account/record.ts';
import { fileHref } from '../../stores/api/file-links.ts';
import { isInApp } from '../../stores/browser/link-key.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { LinkedText } from '../ui/Texts.tsx';
import styles from './RecordSections.module.css';

/** A file by its name; the photo also as a picture. */
export function FileLink({ path, picture }: { path: string; picture?: boolean | undefined }) {
  const t = useText('auth');
  const href = fileHref(path);
  const name = shownFileName(fileName(path));
  if (!href) {
    return (
      <>
        <span>{`${name} `}</span>
        <span className={styles.empty}>{`(${t('person.file.hidden')})`}</span>
      </>
    );
  }
  return (
    <span className={styles.file}>
      {picture && <Photo alt={t('menu.photo')} />}
      <a className="text-button" href={href} target="_blank" rel="noopener">
        <span>{name}</span>
        <span className="visually-hidden">{` ${t('menu.newTab')}`}</span>
      </a>
    </span>
  );
}

/** The photo with the menu's URL, so that it is fetched once; nothing if it can't be loaded. */
function Photo({ alt }: { alt: string }) {
  const path = useClientStore($profile)?.personalPhoto ?? null;
  const [broken, setBroken] = useState<string | null>(null);
  const src = fileHref(path);
  if (!path || !src || path === broken) return null;
  const fail = () => {
    setBroken(path);
    renewPhotoLink(path);
  };
  return <img src={src} alt={alt} width={70} height={90} loading="lazy" onError={fail} />;
}

/** For the browser inside a messenger, which opens no downloads. */
async function shareLink(href: string): Promise<void> {
  const file = await openingFile.fetchFile(href);
  if (file) await (await import('../ui/hand-over.ts')).handOver(file);
}

const MIDDLE_BUTTON = 1;

/** Handles clicks on the page's expired file links; shows why a file can't be opened and what to do. */
export function FileOpening() {
  const locale = useLocale();
  const t = useText('auth');
  const opening = useClientStore(openingFile.$state);

  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.type === 'auxclick' && event.button !== MIDDLE_BUTTON) return;
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/files/"]') : null;
      const href = link?.getAttribute('href');
      if (!href || (openingFile.isLinkFresh(href) && !isInApp())) return;
      event.preventDefault();
      if (openingFile.isLinkFresh(href)) void shareLink(href);
      else void openingFile.open(href, locale);
    };
    document.addEventListener('click', follow);
    document.addEventListener('auxclick', follow);
    return () => {
      document.removeEventListener('click', follow);
      document.removeEventListener('auxclick', follow);
      openingFile.close();
    };
  }, [locale]);

  const phase = opening?.phase ?? 'renewing';
  const offline = opening?.refusal?.code === 'offline';
  return (
    <Dialog
      open={phase !== 'renewing'}
      onClose={openingFile.close}
      title={opening && t.find(`person.file.${phase}Title`, { name: opening.name })}
      actions={
        <>
          {phase === 'ready' && (
            <a
              className="button"
              href={opening?.href}
              target="_blank"
              rel="noopener"
              onClick={() => openingFile.close()}
            >
              <span>{t('person.file.open')}</span>
              <span className="visually-hidden">{` ${t('menu.newTab')}`}</span>
            </a>
          )}
          {phase === 'failed' && (
            <Button onClick={() => opening && void openingFile.open(opening.href, locale)}>{t('data.again')}</Button>
          )}
          <Button kind={phase === 'gone' ? 'main' : 'link'} onClick={openingFile.close}>
            {t('person.file.close')}
          </Button>
        </>
      }
    >
      {opening && (
        <p>
          <LinkedText text={t.find(phase === 'failed' && offline ? 'data.offlineNone' : `person.file.${phase}Text`)} />
        </p>
      )}
    </Dialog>
  );
}
