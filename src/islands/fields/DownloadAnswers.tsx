/** The button that writes this device's answers into a file. */
import type { ApplicationType } from '../../domain/application/types.ts';
import type { StoredAnswers } from '../../stores/application/answers-file.ts';
import { loadWords, pageText } from '../../stores/page-text.ts';
import { HandOverButton } from '../ui/HandOverButton.tsx';
import { useLocale, useText } from '../ui/hooks.ts';
import { labelOf } from './field-texts.ts';

interface DownloadAnswersProps {
  type: ApplicationType | null;
  record: StoredAnswers;
  /** Stores the latest edits; may fail. */
  flush: () => Promise<unknown>;
}

export function DownloadAnswers({ type, record, flush }: DownloadAnswersProps) {
  const locale = useLocale();
  const t = useText('application');
  const make = async () => {
    // If the device refuses, only the latest edits are missing.
    await flush().catch(() => undefined);
    // The page has only the labels of its own part.
    await loadWords([locale], ['forms']).catch(() => undefined);
    const label = (path: string) => {
      try {
        return labelOf({ t: pageText(locale, 'forms'), type }, path) || path;
      } catch {
        return path;
      }
    };
    const { answersFile } = await import('../../stores/application/answers-file.ts');
    const file = await answersFile(record, { title: t('draft.rescue.file'), label, lang: locale });
    return file && new File([file], 'it-visa-answers.html', { type: file.type });
  };
  return (
    <HandOverButton kind="quiet" make={make} wordsOf={(phase) => t(`draft.rescue.${phase}`)} isDeviceOnly>
      {t('draft.rescue.download')}
    </HandOverButton>
  );
}
