/** The page of one part. Those of step 1 are the same for every type and have the type from the draft. */
import { navigate } from 'astro:transitions/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { type Part, partOf } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { partAfter, partStates } from '../../domain/application/steps.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { companyParts } from '../../domain/parcel/company-parts.ts';
import type { ApiError } from '../../stores/api/client.ts';
import { hasOffered } from '../../stores/api/host-offers.ts';
import {
  $draft,
  checkDraft,
  checkEmail,
  chooseType,
  draftOpened,
  flushDraft,
  formOf,
} from '../../stores/application/draft.ts';
import { readSubmitted } from '../../stores/application/submitted.ts';
import { isBlankForm } from '../../stores/device/form-values.ts';
import { textOf } from '../../stores/page-text.ts';
import { hasEarlyTyping } from '../fields/early-typing.ts';
import { loadOpenLists } from '../fields/PartFields.tsx';
import { PartForm } from '../fields/PartForm.tsx';
import { ProblemNotice } from '../fields/ProblemNotice.tsx';
import { usePhoneTool } from '../parcel/PhoneTool.tsx';
import { Button } from '../ui/Button.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import type { Elements } from '../ui/elements.ts';
import { useAfterHydration, useHydrated } from '../ui/use-hydrated.ts';
import { usePageLocale } from '../ui/use-page-locale.ts';
import { CompanyOffer } from './CompanyOffer.tsx';
import { DraftGate } from './DraftGate.tsx';
import { DraftState } from './DraftState.tsx';
import { draftAnswers } from './draft-answers.ts';
import { LazyNotice, LazyRescue } from './LazyNotice.tsx';
import { chooseHref, overviewHref, partHref, readPartLink, replacePage } from './navigation.ts';
import { useDraft } from './use-draft.ts';
import { WizardFrame } from './WizardFrame.tsx';

// Hydration starts with the draft's values.
await draftOpened();
await loadOpenLists(formOf(2));

export interface PartPageProps {
  locale: Locale;
  part: Part;
  /** Of the page; null in step 1. */
  type: ApplicationType | null;
}

export const PartPage = withErrorBoundary(PartPageIsland, LazyRescue);

function PartPageIsland({ locale: built, part, type }: PartPageProps) {
  const locale = usePageLocale(built);
  const chosen = useDraft((draft) => draft.type);
  return (
    <WizardFrame locale={locale} type={type ?? chosen} current={part}>
      <DraftGate locale={locale}>
        <PartOfDraft locale={locale} part={part} type={type} />
      </DraftGate>
    </WizardFrame>
  );
}

const typeInAddress = () => readApplicationType(new URLSearchParams(location.search).get('type'));

/**
 * Chooses the type that the query names. Where a draft exists, the overview opens first, but not again: a reload and "back" show
 * the part.
 * @returns true when the overview opens
 */
function followAddress(locale: Locale, type: ApplicationType | null): boolean {
  const { type: chosen, step1Data, step2Data, savedAt } = $draft.get();
  const asked = typeInAddress();
  const isNew = asked !== null && !isFollowed();
  const wanted = isNew ? asked : chosen === null ? (asked ?? type) : null;
  if (wanted) chooseType(wanted);
  if (!isNew) return false;
  // What was typed while the draft was being read is not in it yet.
  const begun = savedAt !== null && !(isBlankForm(step1Data) && isBlankForm(step2Data));
  if (begun) replacePage(overviewHref(locale));
  else history.replaceState({ ...history.state, [FOLLOWED]: true }, '');
  return begun;
}

/** In the state of a history entry whose query was followed. */
const FOLLOWED = 'followed';
const isFollowed = () => history.state?.[FOLLOWED] === true;

/** A device that is slow to answer: the part may have been left by then, and its address with the type. */
function askForNewType(): void {
  const asked = typeInAddress();
  if (asked && !isFollowed()) chooseType(asked);
}

/** True for an empty form that nobody asked for, on a device from which an application was sent: back from its confirmation. */
function isUnasked(): boolean {
  const { phase, type, savedAt, step1Data, step2Data } = $draft.get();
  const isEmpty = phase === 'ready' && type === null && savedAt === null && isBlankForm([step1Data, step2Data]);
  return isEmpty && typeInAddress() === null && !hasEarlyTyping() && readSubmitted() !== null;
}

function PartOfDraft({ locale, part, type: ofPage }: PartPageProps) {
  const t = textOf(locale, 'application');
  const phase = useDraft((draft) => draft.phase);
  const chosen = useDraft((draft) => draft.type);
  const [{ field, fromCheck = false }] = useState(readPartLink);
  const returns = useAfterHydration(fromCheck, false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [arrived, setArrived] = useState(false);
  const current = useRef(locale);
  current.current = locale;
  /** Errors of other parts before anything was changed here. */
  const before = useRef<FieldErrors>({});

  const hydrated = useHydrated();
  const unasked = useMemo(() => hydrated && phase === 'ready' && isUnasked(), [hydrated, phase]);

  useEffect(() => {
    if (phase === 'loading') askForNewType();
    if (phase !== 'ready' || isUnasked() || followAddress(current.current, ofPage) || !fromCheck) return;
    before.current = checkDraft();
  }, [phase]);

  const type = ofPage ?? chosen;
  const fileTool = usePhoneTool(locale, type);

  if (unasked) {
    return (
      <p>
        <a className="button" href={chooseHref(locale)}>
          {t('part.another')}
        </a>
      </p>
    );
  }
  if (ofPage && chosen && chosen !== ofPage) {
    const other = { locale, type: ofPage, chosen };
    return <LazyNotice locale={locale} show={({ OtherTypeNotice }) => <OtherTypeNotice {...other} />} />;
  }
  const goOn = () => {
    // As it is once the device has answered.
    const type = ofPage ?? $draft.get().type;
    const errors = checkDraft();
    const at = current.current;
    if (fromCheck && type) {
      // A field of another part that the change made wrong comes before the check.
      const next = Object.keys(errors).find((path) => !(path in before.current) && partOf(type, path) !== 'check');
      const where = (next && partOf(type, next)) || 'check';
      return void navigate(partHref(at, where, type, { field: next, fromCheck: where !== 'check' }));
    }
    const states = partStates(type, $draft.get().saved, errors);
    const done = new Set(states.flatMap((progress) => (progress.state === 'done' ? [progress.part] : [])));
    const next = partAfter(part, type, done);
    void navigate(next === 'overview' ? overviewHref(at) : partHref(at, next, type));
  };

  const asksEmail = 'email' in emptyForm(type, { part });
  const finish = async (values: FormState): Promise<FieldErrors> => {
    setProblem(null);
    await flushDraft();
    const answer = asksEmail ? await checkEmail(String(values.email), current.current) : 'free';
    const sentBefore = answer === 'taken' && $draft.get().sentAt !== null;
    // With keys an address has one application: the one that was sent from this device without an answer.
    const arrived = sentBefore && hasOffered('idempotency_keys');
    setArrived(arrived);
    if (arrived) return {};
    if (answer === 'taken' && !sentBefore) return { email: ['email_taken'] };
    if (typeof answer === 'string') await goOn();
    else setProblem(answer);
    return {};
  };

  const notice: Elements = arrived ? (
    <LazyNotice locale={locale} show={({ ArrivedNotice }) => <ArrivedNotice locale={locale} />} />
  ) : (
    problem && (
      <ProblemNotice
        locale={locale}
        problem={problem}
        text={t('email.unchecked')}
        action={
          <Button kind="quiet" onClick={() => void goOn()}>
            {t('email.goOn')}
          </Button>
        }
      />
    )
  );
  const form = (
    <PartForm
      locale={locale}
      type={type}
      part={part}
      answers={draftAnswers(type, part)}
      submitLabel={t(returns ? 'part.return' : 'part.save')}
      busyLabel={asksEmail ? t('email.busy') : undefined}
      onSaved={finish}
      focusFirst={field}
      fileTool={fileTool}
      notice={
        <>
          {notice}
          <DraftState locale={locale} />
        </>
      }
      aside={
        <a className="button button--link" href={overviewHref(locale)}>
          {t('part.later')}
        </a>
      }
    />
  );
  if (part !== companyParts(type)[0]) return form;
  return (
    <>
      <CompanyOffer locale={locale} />
      {form}
    </>
  );
}
