/** All answers, part by part, to check before sending, each with a link to change it. */

import { useStore } from '@nanostores/react';
import { memo, useEffect, useMemo, useState } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { isAnswer } from '../../domain/application/answers.ts';
import {
  fieldsOf,
  isApplicable,
  isListName,
  type ListName,
  type NamedField,
  type Part,
} from '../../domain/application/fields.ts';
import { type FormState, formToValues } from '../../domain/application/form.ts';
import { answeredParts, partStates } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { fillMissingName } from '../../domain/input/one-name.ts';
import type { Doubt } from '../../domain/passport/doubts.ts';
import { localDate } from '../../stores/application/check-forms.ts';
import { draftStore } from '../../stores/application/draft.ts';
import { $scanResultsVersion } from '../../stores/application/scan-result.ts';
import { $submission, submissionStore } from '../../stores/application/submit.ts';
import { ports } from '../../stores/browser/ports.ts';
import { valueAt } from '../../stores/device/form-values.ts';
import { textOf } from '../../stores/page-text.ts';
import { type AnswerWords, answerOf, itemRows } from '../fields/answer-rows.tsx';
import { itemTitle, labelOf, summaryText } from '../fields/field-texts.ts';
import { lazyDoubts, lazyPassportReview } from '../fields/passport/lazy-passport.ts';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { Lazy } from '../ui/lazy.tsx';
import { SummaryList, type SummaryRow } from '../ui/SummaryList.tsx';
import { useLocale, useText } from '../ui/use-locale.ts';
import { fillDraft } from './draft-answers.ts';
import { partHref } from './navigation.ts';
import { SendForm } from './SendForm.tsx';
import { useDraft } from './use-draft.ts';
import styles from './wizard.module.css';

export function Review({ type }: { type: ApplicationType }) {
  const locale = useLocale();
  const t = useText('application');
  const step1Data = useDraft((draft) => draft.step1Data);
  const step2Data = useDraft((draft) => draft.step2Data);
  const words = useMemo(() => ({ locale, type, t: textOf(locale, 'forms') }), [locale, type]);
  const form = useMemo(() => fillMissingName({ ...step1Data, ...step2Data }), [step1Data, step2Data]);
  const withValues = { ...words, shownValue: (path: string) => valueAt(form, path) };
  const submission = useStore($submission);
  const sending = submission.phase === 'sending' || submission.phase === 'checking';
  const refused = useDraft((draft) => draft.refused);
  const saved = useDraft((draft) => draft.saved);
  const [found, setFound] = useState<FieldErrors | null>(null);
  const [attempts, setAttempts] = useState(0);

  useEffect(() => {
    submissionStore.resetSubmission();
    void draftStore.flushDraft();
    setFound(draftStore.checkAll());
  }, []);

  useEffect(() => {
    if (submission.phase === 'refused') setAttempts((count) => count + 1);
  }, [submission.phase]);

  // Errors of the consent and the password are shown by SendForm.
  const states = partStates(type, saved, { ...found, ...refused });
  const errors = states.flatMap(({ part, state, errors }) => {
    if (state === 'todo') {
      const title = words.t(`parts.${part}.title`, { context: type });
      return [{ href: partHref(locale, part, type, { fromCheck: true }), message: t('review.todo', { part: title }) }];
    }
    return Object.entries(errors).map(([path, [code = 'required']]) => ({
      href: partHref(locale, part, type, { field: path, fromCheck: true }),
      message: summaryText(withValues, path, code),
    }));
  });

  return (
    <>
      <ErrorSummary
        title={states.some(({ state }) => state === 'todo') ? t('review.unfinished') : undefined}
        errors={errors}
        focusKey={attempts || undefined}
      />
      <p className="lead">{t('review.lead')}</p>
      {answeredParts(type).map((part) => (
        <ReviewPart key={part} part={part} form={form} words={words} fixed={sending} />
      ))}
      {!sending && <PassportCheck form={form} words={words} />}
      {!sending && <DeniedAnswers form={form} words={words} saved={saved} />}
      <SendForm type={type} />
    </>
  );
}

/** Loaded only if there is something to compare or to ask. Below the answers, which it would shift from above. */
function PassportCheck({ form, words }: { form: FormState; words: AnswerWords }) {
  const isRead = useStore($scanResultsVersion) > 0;
  const rules = lazyDoubts.use();
  const doubts = useMemo(
    () =>
      rules?.passportDoubts(formToValues(words.type, form), {
        type: words.type,
        today: localDate(new Date(ports.now())),
      }) ?? [],
    [rules, form, words.type],
  );
  return (isRead || doubts.length > 0) && <ComparedPassport form={form} words={words} doubts={doubts} />;
}

interface ComparedProps {
  form: FormState;
  words: AnswerWords;
  doubts: readonly Doubt[];
}

function ComparedPassport({ form, words, doubts }: ComparedProps) {
  const change = (values: FormState) => {
    fillDraft(words.type, values);
    void draftStore.flushDraft();
  };
  return (
    <Lazy module={lazyPassportReview}>
      {({ PassportReview }) => <PassportReview form={form} words={words} doubts={doubts} onChange={change} />}
    </Lazy>
  );
}

interface DeniedProps {
  form: FormState;
  words: AnswerWords & { type: ApplicationType };
  saved: readonly Part[];
}

/** The answers "no" as sentences, to be checked: whether an applicant chose them is not known, since "no" is preselected. */
function DeniedAnswers({ form, words, saved }: DeniedProps) {
  const t = textOf(words.locale, 'application');
  const denied = fieldsOf(words.type).filter(
    ({ name, part, kind }) => kind === 'flag' && form[name] !== 'yes' && saved.includes(part),
  );
  if (denied.length === 0) return null;
  return (
    <section className={styles.denied} aria-labelledby="review-denied">
      <h2 id="review-denied">{t('review.denied.title')}</h2>
      <p>{t('review.denied.text')}</p>
      <ul>
        {denied.map(({ name, part }) => (
          <li key={name}>
            <span>{`${t.find(`review.denied.${name}`)} `}</span>
            <a href={partHref(words.locale, part, words.type, { field: name, fromCheck: true })}>
              <span>{t('review.change')}</span>
              <span className="visually-hidden">{` ${labelOf(words, name)}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PartProps {
  part: Part;
  form: FormState;
  words: AnswerWords;
  /** Without links, while it is being sent. */
  fixed: boolean;
}

const ReviewPart = memo(function ReviewPart({ part, form, words, fixed }: PartProps) {
  const { t, type, locale } = words;
  const title = t(`parts.${part}.title`, { context: type });
  const change = (field: string, about: string): SummaryRow['action'] =>
    fixed
      ? undefined
      : {
          label: textOf(locale, 'application')('review.change'),
          hiddenLabel: `${about} (${title})`,
          href: partHref(locale, part, type, { field, fromCheck: true }),
        };
  return (
    <section className={styles.review} aria-labelledby={`review-${part}`}>
      <h2 id={`review-${part}`}>{title}</h2>
      <SummaryList
        rows={fieldsOf(type, { part })
          .filter(isAnswer)
          .flatMap((field) => rowsOf(field, form, words, change))}
      />
    </section>
  );
});

function rowsOf(
  { name, kind }: NamedField,
  form: FormState,
  words: AnswerWords,
  change: (field: string, about: string) => SummaryRow['action'],
): SummaryRow[] {
  if (!isApplicable(name, form)) return [];
  if (isListName(name)) {
    return ((form[name] ?? []) as FormState[]).map((item, index) => {
      const label = itemTitle(words, name, index);
      return {
        key: `${name}.${index}`,
        label,
        value: <ItemAnswers words={words} list={name} item={item} />,
        action: change(`${name}.${index}`, label),
      };
    });
  }
  const none = textOf(words.locale, 'application')('review.none');
  const value = answerOf(words, kind, form[name]) ?? <span className={styles.none}>{none}</span>;
  const label = labelOf(words, name);
  return [{ key: name, label, value, action: change(name, label) }];
}

const ItemAnswers = memo(function ItemAnswers(props: { words: AnswerWords; list: ListName; item: FormState }) {
  return <SummaryList rows={itemRows(props.words, props.list, props.item)} />;
});
