/** Fields of a part that were filled in from the photo, that the photo lacks, and that differ from it. */
import { useEffect, useState } from 'react';
import { type Part, partOf } from '../../../domain/application/fields.ts';
import { endsBeforeStay, planFill } from '../../../domain/passport/filling-in.ts';
import type { PassportHolder } from '../../../domain/passport/holders.ts';
import { UNREAD, type ZoneField } from '../../../domain/passport/reading.ts';
import { confirmFilled, confirmTyped } from '../../../stores/application/scan-reading.ts';
import { type ScanResult, scanIn } from '../../../stores/application/scan-result.ts';
import { Button } from '../../ui/Button.tsx';
import { focusField, runAfterPress } from '../../ui/focus.ts';
import { useText } from '../../ui/hooks.ts';
import { StatusText } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { labelOf } from '../field-texts.ts';
import styles from '../fields.module.css';
import { usePart } from '../part-context.tsx';
import { usePreview } from '../use-preview.ts';
import { PassportQuestions } from './PassportQuestions.tsx';
import { useKeptMarks, usePassportAnswers } from './passport-answers.ts';

interface ComparisonProps {
  /** See PassportOffer.tsx. */
  part: Part | null;
  holder: PassportHolder;
  photo: ScanResult;
}

export function PartComparison({ part, holder, photo }: ComparisonProps) {
  const words = usePart();
  const { t: forms, type, form, others, fill } = words;
  const t = useText('passport');
  const answers = usePassportAnswers(holder);
  const lines = usePreview(photo.lines);
  const [announcement, announce] = useState('');
  useRenderOnLeave();

  const own = holder.fields.filter((field) => part === null || partOf(type, field) === part);
  const scan = scanIn({ ...others?.(), ...form.getValues() }, holder);
  const now = answers.current();
  const isOwn = ({ field }: { field: ZoneField }) => own.includes(field);
  const filled = own.filter((field) => photo.filled.includes(field));
  const elsewhere = part === 'passport' && photo.filled.some((field) => !own.includes(field));
  const isUnread = photo.reading === UNREAD;
  const left = isUnread ? [] : planFill(photo.reading, now, [], holder.fields).unfilled.filter(isOwn);
  const stored = String(others?.().photo_kept ?? '');
  const store = (text: string) => fill?.({ photo_kept: text });
  const questions = useKeptMarks({ holder, photo, answers: now, stored, store }).questions.filter(isOwn);
  const ends = part === 'passport' ? endsBeforeStay(photo.reading, now) : null;
  const names = (fields: readonly ZoneField[]) =>
    fields.map((field) => labelOf(words, holder.pathOf(field))).join(', ');
  const confirm = () => {
    confirmFilled(scan, filled);
    announce(t('compare.done'));
    // The pressed button is removed.
    if (filled[0]) focusField(holder.pathOf(filled[0]));
  };
  const shown = filled.length > 0 || left.length > 0 || questions.length > 0 || ends !== null;
  return (
    <div className={styles.scanState}>
      {shown && (
        <Notice
          tone="info"
          title={t(filled.length > 0 ? 'compare.title' : 'compare.other')}
          action={filled.length > 0 && <Button onClick={confirm}>{t('compare.confirm')}</Button>}
        >
          {lines && <img className={styles.lines} src={lines} alt={t('lines')} />}
          {photo.page && <p>{t('compare.page', { page: String(photo.page) })}</p>}
          {filled.length > 0 && <p>{t('compare.filled', { fields: names(filled) })}</p>}
          {elsewhere && <p>{t('compare.elsewhere', { part: forms('parts.name.title') })}</p>}
          {left.map(({ field, reason }) => (
            <p key={field}>
              {t('compare.left', { field: labelOf(words, holder.pathOf(field)), reason: t(`reasons.${reason}`) })}
            </p>
          ))}
          {part === 'passport' && filled.length > 0 && <p>{t('compare.issueDate')}</p>}
          <PassportQuestions
            {...{ words, holder, scan, answers, questions, ends }}
            onKeep={(question) => confirmTyped(scan, [question])}
          />
        </Notice>
      )}
      <StatusText hidden>{announcement}</StatusText>
    </div>
  );
}

/** Renders when a field was left: a question while typing would come too soon. */
function useRenderOnLeave(): void {
  const [, render] = useState(0);
  useEffect(() => {
    const look = () => runAfterPress(() => render((count) => count + 1));
    document.addEventListener('focusout', look);
    return () => document.removeEventListener('focusout', look);
  }, []);
}
