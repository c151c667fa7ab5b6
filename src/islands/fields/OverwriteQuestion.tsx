/** Asks before the photo's values replace typed ones: both, side by side. Closing it changes nothing. */
import { useState } from 'react';
import type { PassportDifference } from '../../domain/passport/filling-in.ts';
import type { PassportHolder } from '../../domain/passport/holders.ts';
import { type AnswersAccess, confirmTyped, replaceTyped } from '../../stores/application/scan-reading.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';
import { useLocale, useText } from '../ui/use-locale.ts';
import { labelOf } from './field-texts.ts';
import { usePart } from './part-context.tsx';
import { passportAnswerText } from './passport-words.ts';

export interface OverwriteQuestionProps {
  holder: PassportHolder;
  scan: Blob;
  differing: readonly PassportDifference[];
  answers: AnswersAccess;
}

export function OverwriteQuestion({ holder, scan, differing, answers }: OverwriteQuestionProps) {
  const locale = useLocale();
  const t = useText('passport');
  const part = usePart();
  const [answered, setAnswered] = useState<readonly PassportDifference[] | null>(null);
  const decide = (act: () => void) => {
    setAnswered(differing);
    act();
  };
  return (
    <Dialog
      open={differing.length > 0 && answered !== differing}
      onClose={() => setAnswered(differing)}
      title={t('ask.title')}
      actions={
        <>
          <Button onClick={() => decide(() => replaceTyped(scan, differing, answers))}>{t('ask.take')}</Button>
          <Button kind="quiet" onClick={() => decide(() => confirmTyped(scan, differing))}>
            {t('ask.keep')}
          </Button>
        </>
      }
    >
      <p>{t('ask.text')}</p>
      <SummaryList
        rows={differing.map(({ field, typed, read }) => ({
          key: field,
          label: labelOf(part, holder.pathOf(field)),
          value: (
            <>
              <span>{t('ask.typed', { value: passportAnswerText(locale, field, typed) })}</span>
              <br />
              <span>{t('ask.read', { value: passportAnswerText(locale, field, read) })}</span>
            </>
          ),
        }))}
      />
    </Dialog>
  );
}
