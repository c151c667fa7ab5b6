/** At the check: what of the passport is not compared yet, differs from its photo, or is not in its letters. */
import { useStore } from '@nanostores/react';
import type { FormState } from '../../domain/application/form.ts';
import { latinSpelling } from '../../domain/input/latin-spelling.ts';
import { differences, endsBeforeStay } from '../../domain/passport/filling-in.ts';
import { $passportPhoto } from '../../stores/application/passport-photo.ts';
import { type AnswersAccess, confirmFilled } from '../../stores/application/scan-reading.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { AnswerWords } from './answer-rows.tsx';
import { labelOf } from './field-texts.ts';
import styles from './fields.module.css';
import { PassportQuestions } from './PassportQuestions.tsx';
import { asForm, passportAnswers } from './passport-answers.ts';
import { usePreview } from './use-preview.ts';

/** The applicant's names; a Cyrillic one is offered its Latin spelling. */
export const PASSPORT_NAMES = ['surname', 'name', 'middlename'] as const;

export interface PassportReviewProps {
  words: AnswerWords;
  form: FormState;
  /** Puts answers into the draft, by form path. */
  onChange: (values: FormState) => void;
}

export function PassportReview({ words, form, onChange }: PassportReviewProps) {
  const t = textOf(words.locale, 'passport');
  const photo = useStore($passportPhoto);
  const lines = usePreview(photo?.lines ?? null);
  const now = passportAnswers(words.type, form);
  const answers: AnswersAccess = { now: () => now, put: (values) => onChange(asForm(values)) };
  const questions = photo ? differences(photo.reading, now, photo.kept) : [];
  const ends = photo && endsBeforeStay(photo.reading, now);
  const filled = photo?.filled ?? [];
  const spellings = PASSPORT_NAMES.flatMap((name) => {
    const typed = String(form[name] ?? '');
    const latin = questions.some(({ field }) => field === name) ? null : latinSpelling(typed, now.citizenship);
    return latin === null ? [] : [{ name, typed, latin }];
  });
  if (questions.length + filled.length + spellings.length === 0 && !ends) return null;
  return (
    <div className={styles.scanState}>
      <Notice tone="info" title={t('review.title')}>
        {lines && <img className={styles.lines} src={lines} alt={t('lines')} />}
        {filled.length > 0 && (
          <div className={styles.question}>
            <p>{t('review.waiting', { fields: filled.map((field) => labelOf(words, field)).join(', ') })}</p>
            <Button kind="link" onClick={() => confirmFilled(filled)}>
              {t('compare.confirm')}
            </Button>
          </div>
        )}
        {spellings.map(({ name, typed, latin }) => (
          <div className={styles.question} key={name}>
            <p>{t('review.cyrillic', { field: labelOf(words, name), typed, latin })}</p>
            <Button kind="link" onClick={() => onChange({ [name]: latin })}>
              {t('review.change', { latin })}
            </Button>
          </div>
        ))}
        <PassportQuestions words={words} answers={answers} questions={questions} ends={ends} />
      </Notice>
    </div>
  );
}
