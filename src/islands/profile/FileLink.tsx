/** A file that was sent, by its name; the photo also as a picture. The link is signed and short-lived, see FileOpening.tsx. */
import { useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { fileNameOf as fileName } from '../../domain/input/files.ts';
import { $profile, renewPhotoLink } from '../../stores/account/record.ts';
import { fileHref } from '../../stores/api/file-links.ts';
import { textOf } from '../../stores/page-text.ts';
import { useClientStore } from '../ui/use-hydrated.ts';

export interface FileLinkProps {
  path: string;
  locale: Locale;
  picture?: boolean | undefined;
}

export function FileLink({ path, locale, picture }: FileLinkProps) {
  const t = textOf(locale, 'auth');
  const href = fileHref(path);
  const name = fileName(path);
  if (!href) return name;
  return (
    <span className="file-link">
      {picture && <Photo alt={t('menu.photo')} />}
      <a href={href} target="_blank" rel="noopener">
        {name}
        <span className="visually-hidden"> {t('menu.newTab')}</span>
      </a>
    </span>
  );
}

/** The same address as in the menu, so that the picture is fetched once; nothing when it can't be shown. */
function Photo({ alt }: { alt: string }) {
  const path = useClientStore($profile, null)?.personalPhoto ?? null;
  const [broken, setBroken] = useState<string | null>(null);
  const src = fileHref(path);
  if (!path || !src || path === broken) return null;
  const fail = () => {
    setBroken(path);
    renewPhotoLink(path);
  };
  return <img src={src} alt={alt} width={70} height={90} loading="lazy" onError={fail} />;
}
