/** A link to the page about the privacy of transfers by link. */
import { localePath } from '../../domain/i18n/paths.ts';
import { pageText } from '../../stores/page-text.ts';
import { useLocale } from '../ui/hooks.ts';
import styles from './parcel.module.css';

/** Opens in a new tab, since only this page has the secret of its link. */
export function KeptPrivate() {
  const locale = useLocale();
  return (
    <p className={styles.kept}>
      <a href={localePath(locale, '/kept-private')} target="_blank" rel="noopener">
        {pageText(locale, 'parcel')('common.kept')}
      </a>
    </p>
  );
}
