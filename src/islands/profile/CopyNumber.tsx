/** Copies the number of the application. */
import { useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { StatusText } from '../ui/Loading.tsx';

export function CopyNumber({ id, locale }: { id: string; locale: Locale }) {
  const t = textOf(locale, 'auth');
  const [result, setResult] = useState<'copied' | 'notCopied' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setResult('copied'),
      () => setResult('notCopied'),
    );
  return (
    <>
      <button type="button" className="text-button no-print" onClick={() => void copy()}>
        {t('home.copy')}
      </button>
      <StatusText>{result && t(`home.${result}`)}</StatusText>
    </>
  );
}
