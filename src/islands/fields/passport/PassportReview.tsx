/** On the review page: passport answers that are not compared, differ from the photo, or are not in Latin letters. */

import { useStore } from '@nanostores/react';
import type { FormState } from '../../../domain/application/form.ts';
import { latinSpelling } from '../../../domain/input/latin-spelling.ts';
import { endsBeforeStay, passportDifferences } from '../../../domain/passport/filling-in.ts';
import { APPLICANT, type PassportHolder, passportAnswersOf, relativeHolder } from '../../../domain/passport/holders.ts';
import { type AnswersAccess, confirmFilled } from '../../../stores/application/scan-reading.ts';
import { $scanResultsVersion, scanIn, scanResultOf } from '../../../stores/application/scan-result.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useText } from '../../ui/use-locale.ts';
import type { AnswerWords } from '../answer-rows.tsx';
import { itemTitle, labelOf } from '../field-texts.ts';
import styles from '../fields.module.css';
import { usePreview } from '../use-preview.ts';
import { PassportQuestions } from './PassportQuestions.tsx';
import { asForm } from './passport-answers.ts';

/** The applicant's names; a Cyrillic one is offered its Latin spelling. */
const PASSPORT_NAMES = ['surname', 'name', 'middlename'] as const;

export interface PassportReviewProps {
  words: AnswerWords;
  form: FormState;
  /** Puts answers into the draft, by form path. */
  onChange: (values: FormState) => void;
}

export function PassportReview(props: PassportReviewProps) {
  useStore($scanResultsVersion);
  const relatives = props.form.relatives_check === 'yes' ? (props.form.formatted_relatives as unknown[]) : [];
  return [APPLICANT, ...relatives.map((_, index) => relativeHolder(index))].map((holder) => (
    <HolderReview key={holder.scan} holder={holder} {...props} />
  ));
}

function HolderReview({ words, form, holder, onChange }: PassportReviewProps & { holder: PassportHolder }) {
  const t = useText('passport');
  const scan = scanIn(form, holder);
  const photo = scanResultOf(scan);
  const lines = usePreview(photo?.lines ?? null);
  const now = passportAnswersOf(words.type, form, holder);
  const answers: AnswersAccess = { current: () => now, put: (values) => onChange(asForm(values, holder)) };
  const questions = photo ? passportDifferences(photo.reading, now, photo.confirmed, holder.fields) : [];
  const isApplicant = holder.relative === null;
  const ends = photo && isApplicant ? endsBeforeStay(photo.reading, now) : null;
  const filled = photo?.filled ?? [];
  const spellings = (isApplicant ? PASSPORT_NAMES : []).flatMap((name) => {
    const typed = String(form[name] ?? '');
    const latin = questions.some(({ field }) => field === name) ? null : latinSpelling(typed, now.citizenship);
    return latin === null ? [] : [{ name, typed, latin }];
  });
  if (questions.length + filled.length + spellings.length === 0 && !ends) return null;
  const person = isApplicant ? '' : itemTitle(words, 'formatted_relatives', holder.relative ?? 0);
  return (
    <div className={styles.scanState}>
      <Notice tone="info" title={person ? t('review.titleOf', { person }) : t('review.title')}>
        {lines && <img className={styles.lines} src={lines} alt={t('lines')} />}
        {filled.length > 0 && (
          <div className={styles.question}>
            <p>
              {t('review.waiting', {
                fields: filled.map((field) => labelOf(words, holder.pathOf(field))).join(', '),
              })}
            </p>
            <Button kind="link" onClick={() => confirmFilled(scan, filled)}>
              <span>{t('compare.confirm')}</span>
              {person && <span className="visually-hidden">{` (${person})`}</span>}
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
        <PassportQuestions {...{ words, holder, scan, answers, questions, ends }} />
      </Notice>
    </div>
  );
}
