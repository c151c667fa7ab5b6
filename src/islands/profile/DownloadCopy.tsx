/** Saves the submitted application as one archive: answers, history and files. */
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { StatusText } from '../ui/Loading.tsx';
import { useLocale, useText } from '../ui/use-locale.ts';

type Phase = 'idle' | 'busy' | 'done' | 'failed';

export function DownloadCopy() {
  const locale = useLocale();
  const t = useText('auth');
  const [phase, setPhase] = useState<Phase>('idle');
  const download = async () => {
    setPhase('busy');
    await (await import('../../stores/account/copy.ts')).downloadCopy(locale);
    setPhase('done');
  };
  return (
    <div className="no-print">
      <Button
        kind="link"
        busy={phase === 'busy'}
        busyLabel={t('home.archive.busy')}
        onClick={() => void download().catch(() => setPhase('failed'))}
      >
        {t('home.archive.start')}
      </Button>
      <StatusText>{(phase === 'done' || phase === 'failed') && t(`home.archive.${phase}`)}</StatusText>
    </div>
  );
}
