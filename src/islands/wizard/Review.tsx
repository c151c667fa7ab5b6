/** Everything that was answered, to be checked before it is sent; each answer has a way to change it and comes back here. */
import { useStore } from '@nanostores/react';
import { memo, startTransition, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import {
  FLAG_OF,
  LISTS,
  type ListName,
  type NamedField,
  type Section,
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
import { whenIdle } from '../ui/later.ts';
import { SummaryList, type SummaryRow } from '../ui/SummaryList.tsx';
import { type AnswerWords, answerOf, itemRows } from './answer-rows.tsx';
import { carryErrors, stepOf } from './carried-errors.ts';
import { showInTurn } from './early-typing.ts';
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
  const words = useMemo(() => ({ locale, type, t: textOf(locale, 'forms') }), [locale, type]);
  const form = useMemo(() => ({ ...step1Data, ...step2Data }), [step1Data, step2Data]);
  const sections = useMemo(
    () => ([1, 2] as const).flatMap((step) => sectionsOf(type, step).map((part) => ({ ...part, step }))),
    [type],
  );
  const alike = useMemo(() => {
    const labels = sections.flatMap(({ fields }) => fields.map(({ name }) => namedBy(words, name)));
    return new Set(labels.filter((label, index) => labels.indexOf(label) !== index));
  }, [sections, words]);
  const change = useRef(onChange);
  change.current = onChange;
  const [changeField] = useState(() => (path: string) => change.current(path));
  const submission = useStore($submission);
  const sending = submission.phase === 'sending' || submission.phase === 'checking';
  const [found, setFound] = useState<FieldErrors>({});
  const refused = submission.phase === 'refused' ? refusedFields(submission) : found;

  // The form may have been left by the browser's "forward" with something wrong in it, or a date may have passed since.
  useEffect(() => {
    whenIdle(() => void checkDraft().then((found) => startTransition(() => setFound(found))));
    void flushDraft();
  }, []);

  // In a rendering of their own, after what stands above them is seen.
  const answers = useDeferredValue(true, false);
  useLayoutEffect(() => {
    if (answers) showInTurn('review');
  }, [answers]);
  // The mistakes go along to the pages that ask for their fields.
  useEffect(() => {
    carryErrors(submission.phase === 'refused' ? refusedFields(submission) : found);
  }, [submission, found]);

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
        errorPrefix={words.t('errorPrefix')}
        focusKey={errors.length}
      />
      <p className="lead">{t('review.lead')}</p>
      {answers && (
        <>
          {sections.map((part) => (
            <ReviewSection
              key={part.section}
              {...part}
              form={form}
              words={words}
              alike={alike}
              fixed={sending}
              onChange={changeField}
            />
          ))}
          <SendForm locale={locale} type={type} />
        </>
      )}
    </>
  );
}

/** What the host refused, by field; an address that is taken is a mistake of its field, unless it is by this application. */
function refusedFields({ error, arrivedBefore }: Submission): FieldErrors {
  if (!error || arrivedBefore) return {};
  return error.code === 'email_taken' ? { ...error.fields, email: ['email_taken'] } : (error.fields ?? {});
}

interface SectionProps {
  section: Section;
  fields: NamedField[];
  step: Step;
  form: FormState;
  words: AnswerWords;
  /** What more than one section names its actions by; they are told apart by the section. */
  alike: ReadonlySet<string>;
  /** Nothing can be changed now. */
  fixed: boolean;
  onChange: (path: string) => void;
}

/** By itself, so that the review comes in pieces and what happens while it is sent draws none of them anew. */
const ReviewSection = memo(function ReviewSection({ section, fields, ...rest }: SectionProps) {
  const { words } = rest;
  const title = textOf(words.locale, 'application')(`sections.${section}.title`, { context: words.type });
  return (
    <section className="review-section" aria-labelledby={`review-${section}`}>
      <h2 id={`review-${section}`}>{title}</h2>
      <SummaryList rows={fields.flatMap((field) => rowsOf(field, title, rest))} />
    </section>
  );
});

/** What the action beside an answer is named by; for a list, beside its first item. */
function namedBy(words: AnswerWords, name: NamedField['name']): string {
  return name in LISTS ? itemTitle(words, name as ListName, 0) : labelOf(words, name);
}

function rowsOf(field: NamedField, title: string, rest: Omit<SectionProps, 'section' | 'fields'>) {
  const { step, form, words, alike, fixed, onChange } = rest;
  const { name, kind } = field;
  const t = textOf(words.locale, 'application');
  const end = alike.has(namedBy(words, name)) ? ` (${title})` : '';
  const action = (path: string, label: string): SummaryRow['action'] =>
    fixed
      ? undefined
      : {
          label: t('review.change'),
          hiddenLabel: label + end,
          ...(step === 1 ? { href: personHref(words.locale, path) } : { onClick: () => onChange(path) }),
        };
  const flag = FLAG_OF[name];
  if (flag && form[flag] !== 'yes') return [];
  if (name in LISTS) {
    const list = name as ListName;
    return ((form[list] ?? []) as FormState[]).map((item, index): SummaryRow => {
      const label = itemTitle(words, list, index);
      const value = <ItemAnswers words={words} list={list} item={item} />;
      return { key: `${list}.${index}`, label, value, action: action(`${list}.${index}`, label) };
    });
  }
  const label = labelOf(words, name);
  const value = answerOf(words, kind, form[name]) ?? <span className="none">{t('review.none')}</span>;
  return [{ key: name, label, value, action: action(name, label) }] satisfies SummaryRow[];
}

const ItemAnswers = memo(function ItemAnswers(props: { words: AnswerWords; list: ListName; item: FormState }) {
  return <SummaryList rows={itemRows(props.words, props.list, props.item)} />;
});
