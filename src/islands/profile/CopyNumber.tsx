/** Copies the number of the application. */
import { useState } from 'react';
import { StatusText } from '../ui/Loading.tsx';
import { useText } from '../ui/use-locale.ts';

export function CopyNumber({ id }: { id: string }) {
  const t = useText('auth');
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
