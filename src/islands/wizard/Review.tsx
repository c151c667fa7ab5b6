/** Everything that was answered, to be checked before it is sent; each answer has a way to change it and comes back here. */
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import {
  FLAG_OF,
  LISTS,
  type ListName,
  type NamedField,
  type Step,
  sectionsOf,
} from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { checkDraft, flushDraft } from '../../stores/application/draft.ts';
import { $submission, type Submission } from '../../stores/application/submit.ts';
import { textOf } from '../../stores/page-text.ts';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { SummaryList, type SummaryRow } from '../ui/SummaryList.tsx';
import { type AnswerWords, answerOf, itemRows } from './answer-rows.tsx';
import { carryErrors, stepOf } from './carried-errors.ts';
import { itemTitle, labelOf, summaryText } from './field-texts.ts';
import { personHref } from './go.ts';
import { SendForm } from './SendForm.tsx';
import { useDraft } from './use-draft.ts';

export interface ReviewProps {
  locale: Locale;
  type: ApplicationType;
  /** Opens the form of step 2 at a field. */
  onChange: (path: string) => void;
}

export function Review({ locale, type, onChange }: ReviewProps) {
  const t = textOf(locale, 'application');
  const step1Data = useDraft((draft) => draft.step1Data);
  const step2Data = useDraft((draft) => draft.step2Data);
  const words = { locale, type, t: textOf(locale, 'forms') };
  const form = { ...step1Data, ...step2Data };
  const submission = useStore($submission);
  const sending = submission.phase === 'sending' || submission.phase === 'checking';
  const [found, setFound] = useState<FieldErrors>({});
  const refused = submission.phase === 'refused' ? refusedFields(submission) : found;

  // The form may have been left by the browser's "forward" with something wrong in it, or a date may have passed since.
  useEffect(() => {
    void checkDraft().then(setFound);
    void flushDraft();
  }, []);

  // The mistakes go along to the pages that ask for their fields.
  useEffect(() => {
    carryErrors(submission.phase === 'refused' ? refusedFields(submission) : found);
  }, [submission, found]);

  const action = (step: Step, path: string, hiddenLabel: string): SummaryRow['action'] =>
    sending
      ? undefined
      : {
          label: t('review.change'),
          hiddenLabel,
          ...(step === 1 ? { href: personHref(locale, path) } : { onClick: () => onChange(path) }),
        };
  const errors = Object.entries(refused).map(([path, [code = 'required']]) => {
    const message = summaryText(words, path, code);
    const step = stepOf(path);
    if (step === 1) return { href: personHref(locale, path), message };
    return step === 2 ? { href: '#visit', onFollow: () => onChange(path), message } : { fieldId: path, message };
  });

  return (
    <>
      <ErrorSummary
        title={words.t('summary.title', { count: errors.length })}
        errors={errors}
        focusKey={errors.length}
      />
      <p className="lead">{t('review.lead')}</p>
      {([1, 2] as const).flatMap((step) =>
        sectionsOf(type, step).map(({ section, fields }) => (
          <section key={section} className="review-section" aria-labelledby={`review-${section}`}>
            <h2 id={`review-${section}`}>{t(`sections.${section}.title`, { context: type })}</h2>
            <SummaryList rows={fields.flatMap((field) => rowsOf(field, form, words, t('review.none'), action))} />
          </section>
        )),
      )}
      <SendForm locale={locale} type={type} />
    </>
  );
}

/** What the host refused, by field; an address that is taken is a mistake of its field, unless it is by this application. */
function refusedFields({ error, arrivedBefore }: Submission): FieldErrors {
  if (!error || arrivedBefore) return {};
  return error.code === 'email_taken' ? { ...error.fields, email: ['email_taken'] } : (error.fields ?? {});
}

type MakeAction = (step: Step, path: string, hiddenLabel: string) => SummaryRow['action'];

function rowsOf(
  field: NamedField,
  form: FormState,
  words: AnswerWords,
  none: string,
  action: MakeAction,
): SummaryRow[] {
  const { name, kind, step } = field;
  const flag = FLAG_OF[name];
  if (flag && form[flag] !== 'yes') return [];
  if (name in LISTS) {
    const list = name as ListName;
    return ((form[list] ?? []) as FormState[]).map((item, index) => {
      const title = itemTitle(words, list, index);
      const value = <SummaryList rows={itemRows(words, list, item)} />;
      return { key: `${list}.${index}`, label: title, value, action: action(step, `${list}.${index}`, title) };
    });
  }
  const label = labelOf(words, name);
  const value = answerOf(words, kind, form[name]) ?? <span className="none">{none}</span>;
  return [{ key: name, label, value, action: action(step, name, label) }];
}
