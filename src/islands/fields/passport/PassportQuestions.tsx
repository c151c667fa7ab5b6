/**
 * Differences between answers and photo, as questions. They do not block a part; the review page requires an answer before
 * sending.
 */
import type { PassportDifference } from '../../../domain/passport/filling-in.ts';
import type { PassportHolder } from '../../../domain/passport/holders.ts';
import { type AnswersAccess, scanReading } from '../../../stores/application/scan-reading.ts';
import { Button } from '../../ui/Button.tsx';
import { useLocale, useText } from '../../ui/hooks.ts';
import { type FieldWords, labelOf } from '../field-texts.ts';
import styles from '../fields.module.css';
import { OPEN_QUESTION } from './open-questions.ts';
import { passportAnswerText } from './passport-answers.ts';

interface PassportQuestionsProps {
  words: FieldWords;
  holder: PassportHolder;
  answers: AnswersAccess;
  questions: readonly PassportDifference[];
  /** The last day of the passport, if the planned stay continues after it. */
  ends: string | null;
}

export function PassportQuestions(props: PassportQuestionsProps) {
  const { words, holder, answers, questions, ends } = props;
  const locale = useLocale();
  const t = useText('passport');
  return (
    <>
      {questions.map((question) => {
        const { field, typed, read } = question;
        const label = labelOf(words, holder.pathOf(field));
        const about = <span className="visually-hidden">{` (${label})`}</span>;
        return (
          <div className={styles.question} key={field} {...{ [OPEN_QUESTION]: '' }}>
            <p>
              {t('question.text', {
                field: label,
                read: passportAnswerText(locale, field, read),
                typed: passportAnswerText(locale, field, typed),
              })}
            </p>
            <span className="button-row">
              <Button kind="link" onClick={() => scanReading.replaceTyped([question], answers)}>
                <span>{t('question.take')}</span>
                {about}
              </Button>
              <Button kind="link" onClick={() => scanReading.confirmTyped([question], answers)}>
                <span>{t('question.keep')}</span>
                {about}
              </Button>
            </span>
          </div>
        );
      })}
      {ends && (
        <p className={styles.question}>
          {t('question.ends', { date: passportAnswerText(locale, 'passport_expire', ends) })}
        </p>
      )}
    </>
  );
}
