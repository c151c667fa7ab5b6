/** On the review page: passport answers that were not compared, differ from the photo, or look odd. */
import { useStore } from '@nanostores/react';
import { answerText } from '../../../domain/application/answers.ts';
import { FIELDS } from '../../../domain/application/fields.ts';
import type { FormState } from '../../../domain/application/form.ts';
import { PHOTO_MARKS, photoMarksIn } from '../../../domain/application/wire-names.ts';
import { kindOf, RELATIVE_FIELDS } from '../../../domain/kinds/index.ts';
import type { CalendarDoubt, Doubt } from '../../../domain/passport/doubts.ts';
import { endsBeforeStay } from '../../../domain/passport/filling-in.ts';
import { APPLICANT, isOfHolder, type PassportHolder, relativeHolder } from '../../../domain/passport/holders.ts';
import { photoMarks } from '../../../domain/passport/photo-marks.ts';
import { NOTHING_READ } from '../../../domain/passport/reading.ts';
import { scanReading } from '../../../stores/application/scan-reading.ts';
import { $scanResultsVersion, scanResultIn } from '../../../stores/application/scan-result.ts';
import { valueAt } from '../../../stores/device/form-values.ts';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/hooks.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { AnswerWords } from '../answer-rows.tsx';
import { itemTitle, labelOf } from '../field-texts.ts';
import styles from '../fields.module.css';
import { doubtText, isRead, suggestionsOf } from '../questions.ts';
import { usePreview } from '../use-preview.ts';
import { OPEN_QUESTION } from './open-questions.ts';
import { PassportQuestions } from './PassportQuestions.tsx';
import { accessPassport, useComparison } from './passport-answers.ts';

export interface PassportReviewProps {
  words: AnswerWords;
  form: FormState;
  doubts: readonly (Doubt | CalendarDoubt)[];
  /** Puts answers into the draft, by form path. */
  onChange: (values: FormState) => void;
}

const kindAt = (path: string) =>
  ({ ...RELATIVE_FIELDS, ...FIELDS })[path.slice(path.lastIndexOf('.') + 1) as keyof typeof RELATIVE_FIELDS].kind;

const answerAt = (form: FormState, path: string): string =>
  String(kindOf({ kind: kindAt(path) }).fromForm(valueAt(form, path)));

export function PassportReview(props: PassportReviewProps) {
  const { form } = props;
  useStore($scanResultsVersion);
  const relatives = form.relatives_check === 'yes' ? (form.formatted_relatives as unknown[]) : [];
  const holders = [APPLICANT, ...relatives.map((_, index) => relativeHolder(index))];
  return holders.map((holder) => <HolderReview key={holder.scan} holder={holder} {...props} />);
}

function HolderReview({ words, form, holder, doubts, onChange }: PassportReviewProps & { holder: PassportHolder }) {
  const t = useText('passport');
  const photo = scanResultIn(form, holder);
  const lines = usePreview(photo?.lines ?? null);
  const answers = accessPassport({
    type: words.type,
    holder: () => holder,
    form: () => form,
    put: onChange,
    store: (marks) => onChange({ [PHOTO_MARKS]: marks }),
  });
  const { now, questions, filled, earlier } = useComparison(photo, holder, answers);
  const reading = photo?.reading ?? NOTHING_READ;
  const isApplicant = holder.relative === null;
  const ends = isApplicant ? endsBeforeStay(reading, now) : null;
  const own = doubts.filter(
    ({ path }) =>
      isOfHolder(path, holder) &&
      !questions.some(({ field }) => holder.pathOf(field) === path) &&
      !isRead(path, answerAt(form, path), reading),
  );
  // Nothing is sent before it is known whether the scan is still the file that was read.
  const isPending = !photo && photoMarks.of(photoMarksIn(form), holder) !== null;
  if (isPending) return <div {...{ [OPEN_QUESTION]: '' }} />;
  if (questions.length + filled.length + earlier.length + own.length === 0 && !ends) return null;
  const person = isApplicant ? '' : itemTitle(words, 'formatted_relatives', holder.relative ?? 0);
  return (
    <div className={styles.scanState}>
      <Notice tone="info" title={person ? t('review.titleOf', { person }) : t('review.title')}>
        {lines && <img className={styles.lines} src={lines} alt={t('lines')} />}
        {[filled, earlier].map(
          (fields) =>
            fields.length > 0 && (
              <div
                className={styles.question}
                key={fields.join()}
                {...{ [OPEN_QUESTION]: fields === earlier ? '' : undefined }}
              >
                <p>
                  {t(fields === earlier ? 'compare.earlier' : 'review.waiting', {
                    fields: fields.map((field) => labelOf(words, holder.pathOf(field))).join(', '),
                  })}
                </p>
                <Button kind="link" onClick={() => scanReading.confirmFilled(fields, answers)}>
                  <span>{t('compare.confirm')}</span>
                  {person && <span className="visually-hidden">{` (${person})`}</span>}
                </Button>
              </div>
            ),
        )}
        {own.map((doubt) => (
          <div className={styles.question} key={doubt.path}>
            <p>
              {t('review.doubt', {
                field: labelOf(words, doubt.path),
                typed: answerText(kindAt(doubt.path), answerAt(form, doubt.path), { ...words, t: words.t.find }),
                text: doubtText(t, doubt),
              })}
            </p>
            {suggestionsOf(doubt, { t: words.t, words: t, reading }).map(({ label, answers }) => (
              <Button kind="link" key={label} onClick={() => onChange(answers)}>
                {label}
              </Button>
            ))}
          </div>
        ))}
        {questions.length > 0 && <p>{t('review.first')}</p>}
        <PassportQuestions words={words} holder={holder} answers={answers} questions={questions} ends={ends} />
      </Notice>
    </div>
  );
}
