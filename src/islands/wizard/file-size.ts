/** A file's size in words. */
import type { TFunction } from 'i18next';
import { INTL_TAGS, type Locale } from '../../domain/i18n/locales.ts';

/**
 * @param bytes size
 * @param t words of the namespace `forms`
 */
export function fileSizeText(bytes: number, locale: Locale, t: TFunction): string {
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(INTL_TAGS[locale], { maximumFractionDigits: digits }).format(value);
  if (bytes < 1024) return t('file.bytes', { size: number(bytes, 0) });
  if (bytes < 1024 * 1024) return t('file.kilobytes', { size: number(bytes / 1024, 0) });
  return t('file.megabytes', { size: number(bytes / 1024 / 1024, 1) });
}
