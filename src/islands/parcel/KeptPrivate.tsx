/** The way to the page that says how what goes by a link is kept private. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { textOf } from '../../stores/page-text.ts';
import styles from './parcel.module.css';

/** In a new tab: this page alone has the secret of its link. */
export function KeptPrivate({ locale }: { locale: Locale }) {
  return (
    <p className={styles.kept}>
      <a href={localePath(locale, '/kept-private')} target="_blank" rel="noopener">
        {textOf(locale, 'parcel')('common.kept')}
      </a>
    </p>
  );
}
