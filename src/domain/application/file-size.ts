/** A file's size in words. */
/**
 * @param bytes size
 * @param t words of the namespace `forms`; they hold the decimal sign too, since `Intl` takes a slow phone a noticeable moment
 */
export function fileSizeText(bytes: number, t: (key: string, values?: Record<string, unknown>) => string): string {
  const number = (value: number, digits: number) =>
    String(Number(value.toFixed(digits))).replace('.', t('file.decimal'));
  if (bytes < 1024) return t('file.bytes', { size: number(bytes, 0) });
  if (bytes < 1024 * 1024) return t('file.kilobytes', { size: number(bytes / 1024, 0) });
  return t('file.megabytes', { size: number(bytes / 1024 / 1024, 1) });
}
