/** A file that was sent, by its name; the photo also as a picture. The link is signed and short-lived. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { fileHref, fileName } from '../../stores/api/file-links.ts';
import { textOf } from '../../stores/page-text.ts';

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
      {picture && <img src={href} alt={t('menu.photo')} width={70} height={90} loading="lazy" />}
      <a href={href} target="_blank" rel="noopener">
        {name}
        <span className="visually-hidden"> {t('menu.newTab')}</span>
      </a>
    </span>
  );
}
