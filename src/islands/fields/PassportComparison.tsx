/** What of a part was filled in from the photo, what the photo did not tell, and what differs from it. */
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { type Part, partOf } from '../../domain/application/fields.ts';
import { differences, endsBeforeStay, planFillingIn } from '../../domain/passport/filling-in.ts';
import { READ_FIELDS, type ReadField } from '../../domain/passport/reading.ts';
import { $passportPhoto } from '../../stores/application/passport-photo.ts';
import { confirmFilled } from '../../stores/application/scan-reading.ts';
import { textOf } from '../../stores/page-text.ts';
import { afterPress } from '../ui/after-press.ts';
import { Button } from '../ui/Button.tsx';
import { focusField } from '../ui/focus-field.ts';
import { StatusText } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { labelOf } from './field-texts.ts';
import styles from './fields.module.css';
import { PassportQuestions } from './PassportQuestions.tsx';
import { usePart } from './part-context.tsx';
import { usePassportAnswers } from './passport-answers.ts';
import { usePreview } from './use-preview.ts';

export function PartComparison({ part }: { part: Part }) {
  const words = usePart();
  const { locale, type } = words;
  const t = textOf(locale, 'passport');
  const photo = useStore($passportPhoto);
  const answers = usePassportAnswers();
  const lines = usePreview(photo?.lines ?? null);
  const [announcement, announce] = useState('');
  useRenderOnLeave();
  if (!photo) return null;

  const own = READ_FIELDS.filter((field) => partOf(type, field) === part);
  const now = answers.now();
  const isOwn = ({ field }: { field: ReadField }) => own.includes(field);
  const filled = own.filter((field) => photo.filled.includes(field));
  const elsewhere = part === 'passport' && photo.filled.some((field) => !own.includes(field));
  const left = planFillingIn(photo.reading, now, []).left.filter(isOwn);
  const questions = differences(photo.reading, now, photo.kept).filter(isOwn);
  const ends = part === 'passport' ? endsBeforeStay(photo.reading, now) : null;
  const names = (fields: readonly ReadField[]) => fields.map((field) => labelOf(words, field)).join(', ');
  const confirm = () => {
    confirmFilled(filled);
    announce(t('compare.done'));
    // The pressed button is removed.
    focusField(filled[0] ?? '');
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
          {filled.length > 0 && <p>{t('compare.filled', { fields: names(filled) })}</p>}
          {elsewhere && <p>{t('compare.elsewhere', { part: textOf(locale, 'forms')('parts.name.title') })}</p>}
          {left.map(({ field, reason }) => (
            <p key={field}>{t('compare.left', { field: labelOf(words, field), reason: t(`reasons.${reason}`) })}</p>
          ))}
          {part === 'passport' && filled.length > 0 && <p>{t('compare.issueDate')}</p>}
          <PassportQuestions words={words} answers={answers} questions={questions} ends={ends} />
        </Notice>
      )}
      <StatusText hidden>{announcement}</StatusText>
    </div>
  );
}

/** Renders when a field was left: a question about what is being typed would come too soon. */
function useRenderOnLeave(): void {
  const [, render] = useState(0);
  useEffect(() => {
    const look = () => afterPress(() => render((count) => count + 1));
    document.addEventListener('focusout', look);
    return () => document.removeEventListener('focusout', look);
  }, []);
}
