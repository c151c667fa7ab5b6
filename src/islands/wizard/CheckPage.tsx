/** The review page, last in the form: all answers, the consent, the password, sending. */
import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
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
import { answeredParts, partStates, WIZARD_ROUTES } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { photoMarksIn } from '../../domain/application/wire-names.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { fillMissingAnswers } from '../../domain/input/missing-answers.ts';
import type { CalendarDoubt, Doubt } from '../../domain/passport/doubts.ts';
import { localDate } from '../../stores/application/check-forms.ts';
import { $draft, draftStore, waitForDraft } from '../../stores/application/draft.ts';
import { isSending } from '../../stores/application/outgoing.ts';
import type { Submission } from '../../stores/application/submission.ts';
import { $submission, submissionStore } from '../../stores/application/submit.ts';
import { ports } from '../../stores/browser/ports.ts';
import { valueAt } from '../../stores/device/form-values.ts';
import { pageText } from '../../stores/page-text.ts';
import { type AnswerWords, answerOf, itemRows, itemText, plainAnswer } from '../fields/answer-rows.tsx';
import { itemTitle, labelOf, summaryText } from '../fields/field-texts.ts';
import { LazyReview } from '../fields/passport/LazyReview.tsx';
import { lazyDoubts, lazyPassportReview } from '../fields/passport/lazy-passport.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { useViewTitle } from '../ui/page-title.ts';
import { SummaryList, type SummaryRow } from '../ui/SummaryList.tsx';
import { usePageLocale } from '../ui/use-page-locale.ts';
import checkStyles from './check-page.module.css';
import { DraftGate } from './DraftGate.tsx';
import styles from './frame.module.css';
import { LazyNotice, LazyRescue } from './LazyNotice.tsx';
import { overviewHref, partHref, replacePage } from './navigation.ts';
import { SendForm } from './SendForm.tsx';
import { fillDraft, useDraft } from './use-draft.ts';
import { WizardFrame } from './WizardFrame.tsx';

await waitForDraft();
await loadQuestions();

interface CheckPageProps {
  type: ApplicationType;
}

export const CheckPage = withErrorBoundary(CheckPageIsland, { Help: LazyRescue, useShownLocale: usePageLocale });

function CheckPageIsland({ type }: CheckPageProps) {
  const locale = useLocale();
  const { phase } = useClientStore($submission);
  // The draft of a received application is deleted a moment before the phase changes; a draft that exists now is a new one.
  const isDraftEmpty = useDraft((draft) => draft.type === null);
  const done = isDraftEmpty && phase === 'done';
  useEffect(() => {
    if (done && $draft.get().type === null) replacePage(localePath(locale, WIZARD_ROUTES.success));
  }, [done, locale]);
  if (isDraftEmpty && ARRIVING.has(phase)) return <Done />;
  return (
    <WizardFrame type={type} current="check">
      <DraftGate shownSubmission>
        <Check type={type} />
      </DraftGate>
    </WizardFrame>
  );
}

/**
 * With an empty draft these phases mean that the application has arrived. Meanwhile nothing else is shown, and no script is
 * fetched for it.
 */
const ARRIVING = new Set<Submission['phase']>(['sending', 'checking', 'done']);

function Check({ type }: CheckPageProps) {
  const locale = useLocale();
  const chosen = useDraft((draft) => draft.type);
  const ready = useDraft((draft) => draft.phase === 'ready');
  useEffect(() => {
    if (!ready) return;
    if ($draft.get().type) draftStore.openPart('check');
    // Without answers the overview asks for the type, or shows the submission. Sending ends with the draft deleted.
    else if ($submission.get().phase === 'idle') replacePage(overviewHref(locale));
  }, [ready, locale]);
  if (!ready || !chosen) return null;
  if (chosen !== type) {
    const other = { type, chosen };
    return <LazyNotice show={({ OtherTypeNotice }) => <OtherTypeNotice {...other} />} />;
  }
  return <Review type={type} />;
}

function Done() {
  const t = useText('application');
  useViewTitle(t('send.done'));
  return (
    <div className={styles.main}>
      <h1 tabIndex={-1}>{t('send.done')}</h1>
      <output className="spinner-box">
        <span className="spinner" aria-hidden="true" />
        <span className="visually-hidden">{t('send.opening')}</span>
      </output>
    </div>
  );
}

function Review({ type }: { type: ApplicationType }) {
  const locale = useLocale();
  const t = useText('application');
  const step1Data = useDraft((draft) => draft.step1Data);
  const step2Data = useDraft((draft) => draft.step2Data);
  const words = useMemo(() => ({ locale, type, t: pageText(locale, 'forms') }), [locale, type]);
  const form = useMemo(() => fillMissingAnswers({ ...step1Data, ...step2Data }), [step1Data, step2Data]);
  const withValues = { ...words, shownValue: (path: string) => valueAt(form, path) };
  const submission = useStore($submission);
  const sending = isSending(submission);
  const refused = useDraft((draft) => draft.refused);
  const saved = useDraft((draft) => draft.saved);
  const [found, setFound] = useState<FieldErrors | null>(null);
  const [attempts, setAttempts] = useState(0);

  useEffect(() => {
    void draftStore.flushDraft();
    // The outcome was shown on this page.
    return () => submissionStore.resetSubmission();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer taken from a photo may correct errors or add some.
  useEffect(() => setFound(draftStore.checkAll()), [form]);

  useEffect(() => {
    if (submission.phase === 'refused') setAttempts((count) => count + 1);
  }, [submission.phase]);

  // SendForm shows the errors of the consent and the password.
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
      {!sending && <PassportCheck form={form} words={words} />}
      {!sending && <DeniedAnswers form={form} words={words} saved={saved} />}
      <p className="lead">{t('review.lead')}</p>
      <Parts form={form} words={words} fixed={sending} />
      <SendForm type={type} />
    </>
  );
}

type TypedWords = AnswerWords & { type: ApplicationType };

type DoubtRules = typeof import('../../domain/passport/doubts.ts');

function doubtsIn(rules: DoubtRules, type: ApplicationType, form: FormState): (Doubt | CalendarDoubt)[] {
  const values = formToValues(type, form);
  const day = { type, today: localDate(new Date(ports.now())) };
  return [...rules.passportDoubts(values, day), ...rules.calendarDoubts(values)];
}

/** Loads the questions about the draft's answers, if there are any, so that they appear together with the answers. */
async function loadQuestions(): Promise<void> {
  const { type, step1Data, step2Data } = $draft.get();
  if (!type) return;
  await lazyDoubts.load();
  const rules = await import('../../domain/passport/doubts.ts').catch(() => null);
  const isAsked = rules && doubtsIn(rules, type, fillMissingAnswers({ ...step1Data, ...step2Data })).length > 0;
  if (isAsked || photoMarksIn(step2Data)) await lazyPassportReview.load();
}

/** Loaded only if there is something to compare or to ask. */
function PassportCheck({ form, words }: { form: FormState; words: TypedWords }) {
  const rules = lazyDoubts.use();
  const doubts = useMemo(() => (rules ? doubtsIn(rules, words.type, form) : []), [rules, form, words.type]);
  const mustAnswer = photoMarksIn(form) !== '';
  if (!mustAnswer && doubts.length === 0) return null;
  const change = (values: FormState) => {
    fillDraft(words.type, values);
    void draftStore.flushDraft();
  };
  return <LazyReview form={form} words={words} doubts={doubts} mustAnswer={mustAnswer} onChange={change} />;
}

/** The questions answered with "no", to be checked: "no" is preselected, so it is unknown whether the applicant chose it. */
function DeniedAnswers({ form, words, saved }: { form: FormState; words: TypedWords; saved: readonly Part[] }) {
  const denied = fieldsOf(words.type).filter(
    ({ name, part, kind }) => kind === 'flag' && form[name] !== 'yes' && saved.includes(part),
  );
  if (denied.length === 0) return null;
  return (
    <section className={checkStyles.denied} aria-labelledby="review-denied">
      <h2 id="review-denied">{pageText(words.locale, 'application')('review.denied')}</h2>
      <ul>
        {denied.map(({ name, part }) => (
          <li key={name}>
            <a href={partHref(words.locale, part, words.type, { field: name, fromCheck: true })}>
              {labelOf(words, name)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Parts that are open at first: most mistakes are in them. */
const OPEN_PARTS = new Set<Part>(['passport', 'name', 'contact', 'stay', 'family']);

/** The answers of a passport in the order of its data page (ICAO Doc 9303, part 4). */
const DATA_PAGE: readonly string[] = [
  'passport_number',
  'surname',
  'name',
  'middlename',
  'citizenship',
  'date_birth',
  'gender',
  'passport_date',
  'passport_expire',
];

interface PartsProps {
  form: FormState;
  words: TypedWords;
  /** Shows no links, while the application is being sent. */
  fixed: boolean;
}

/** A fold for each part: its title; while it is closed its first answers, and inside all answers. */
function Parts({ form, words, fixed }: PartsProps) {
  const { t, type, locale } = words;
  const change = pageText(locale, 'application')('review.change');
  const parts = useMemo(
    () => answeredParts(type).map((part) => ({ part, fields: askedFields(part, form, type) })),
    [type, form],
  );
  const labels = parts.flatMap(({ fields }) => fields.map(({ name }) => labelOf(words, name)));
  const action = (key: string, label: string, part: Part): SummaryRow['action'] => {
    const isTwice = labels.indexOf(label) !== labels.lastIndexOf(label);
    const title = t(`parts.${part}.title`, { context: type });
    const what = (isTwice ? `${label} (${title})` : label).replace(/^\p{Lu}(?=\p{Ll}|-)/u, (first) =>
      first.toLowerCase(),
    );
    // The text of the link begins with the visible words.
    const whole = pageText(locale, 'application')('review.changeOf', { what });
    const href = partHref(locale, part, type, { field: key, fromCheck: true });
    return { label: change, hiddenLabel: whole.slice(change.length), href };
  };
  return parts.map(({ part, fields }) => (
    <details className={checkStyles.review} key={part} open={OPEN_PARTS.has(part)}>
      <summary>
        <h2>{t(`parts.${part}.title`, { context: type })}</h2>
        <KeyAnswers fields={fields} form={form} words={words} />
      </summary>
      <SummaryList
        rows={fields
          .flatMap((field) => rowsOf(field, form, words))
          .map((row) => ({ ...row, action: fixed ? undefined : action(row.key, row.label, part) }))}
      />
    </details>
  ));
}

/** The questions of a part that have an answer or could have one; those of the passport in the passport's order. */
function askedFields(part: Part, form: FormState, type: ApplicationType): NamedField[] {
  return fieldsOf(type, { part })
    .filter((field) => isAnswer(field) && isApplicable(field.name, form))
    .sort((a, b) => DATA_PAGE.indexOf(a.name) - DATA_PAGE.indexOf(b.name));
}

/** A row for each question, and for each item of a list. */
function rowsOf({ name, kind }: NamedField, form: FormState, words: TypedWords): SummaryRow[] {
  if (isListName(name)) {
    return itemsOf(form, name).map((item, index) => ({
      key: `${name}.${index}`,
      label: itemTitle(words, name, index),
      value: <SummaryList rows={itemRows(words, name, item)} />,
    }));
  }
  const none = <span className={checkStyles.none}>{pageText(words.locale, 'application')('review.none')}</span>;
  return [{ key: name, label: labelOf(words, name), value: answerOf(words, kind, form[name]) ?? none }];
}

const itemsOf = (form: FormState, list: ListName) => (form[list] ?? []) as FormState[];

/** Most answers and items in the summary of a fold; the others are counted. */
const SUMMARIZED = { answers: 3, items: 2 };

/** The first answers of a closed fold, each with its label: "Trips: Germany, 2024-05", "and 2 more". */
function KeyAnswers({ fields, form, words }: { fields: readonly NamedField[]; form: FormState; words: TypedWords }) {
  const answers = fields.flatMap(({ name, kind }) => {
    const text = isListName(name) ? listText(name, form, words) : plainAnswer(words, kind, form[name]);
    // The list that a "yes" opens follows, so that the "yes" is left out.
    const isShown = text !== '' && !(kind === 'flag' && form[name] === 'yes');
    return isShown ? [{ name, label: labelOf(words, name).replace(/(?<![?:])$/, ':'), text }] : [];
  });
  const rest = answers.length - SUMMARIZED.answers;
  return (
    <span className={checkStyles.keyAnswers}>
      {answers.slice(0, SUMMARIZED.answers).map(({ name, label, text }) => (
        <span key={name}>
          <span>{`${label} `}</span>
          <b translate="no">{text}</b>
          <span> </span>
        </span>
      ))}
      {rest > 0 && <span>{pageText(words.locale, 'application')('review.more', { rest })}</span>}
    </span>
  );
}

function listText(list: ListName, form: FormState, words: TypedWords): string {
  const items = itemsOf(form, list)
    .map((item) => itemText(words, list, item))
    .filter(Boolean);
  const names = items.slice(0, SUMMARIZED.items).join('; ');
  const rest = items.length - SUMMARIZED.items;
  return rest > 0 ? words.t('lists.andMore', { names, rest }) : names;
}
