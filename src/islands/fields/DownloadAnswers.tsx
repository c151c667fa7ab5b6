/** The button that saves this device's answers as a file. */
import { useState } from 'react';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { AnswersRecord } from '../../stores/application/answers-file.ts';
import { saveFile } from '../../stores/browser/save-file.ts';
import { loadWords, textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { useLocale, useText } from '../ui/hooks.ts';
import { labelOf } from './field-texts.ts';

interface DownloadAnswersProps {
  type: ApplicationType | null;
  record: AnswersRecord;
  /** Stores the latest edits; may fail. */
  flush: () => Promise<unknown>;
}

export function DownloadAnswers({ type, record, flush }: DownloadAnswersProps) {
  const locale = useLocale();
  const t = useText('application');
  const [state, setState] = useState<'idle' | 'busy' | 'none' | 'failed'>('idle');
  const download = async () => {
    setState('busy');
    // The device may refuse only the latest edits.
    await flush().catch(() => undefined);
    // The page has the labels of its own part only.
    await loadWords([locale], ['forms']).catch(() => undefined);
    const label = (path: string) => {
      try {
        return labelOf({ t: textOf(locale, 'forms'), type }, path) || path;
      } catch {
        return path;
      }
    };
    try {
      const { answersFile } = await import('../../stores/application/answers-file.ts');
      const file = await answersFile(record, { title: t('draft.rescue.file'), label, lang: locale });
      if (file) saveFile(file, 'it-visa-answers.html');
      setState(file ? 'idle' : 'none');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <Button kind="quiet" busy={state === 'busy'} onClick={() => void download()}>
        {t('draft.rescue.download')}
      </Button>
      <output>{state === 'none' ? t('draft.rescue.none') : state === 'failed' && t('draft.rescue.failed')}</output>
    </>
  );
}
