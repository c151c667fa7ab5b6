/** The page of one part. Parts of step 1 are the same for every type and take the type from the draft. */
import { navigate } from 'astro:transitions/client';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { type Part, partOf } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { partAfter, partStates } from '../../domain/application/steps.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { COMPANY_OFFER_ID, companyParts } from '../../domain/parcel/company-parts.ts';
import type { CallRefusal } from '../../stores/api/client.ts';
import { offers } from '../../stores/api/offers.ts';
import { $draft, checkEmail, type Draft, draftStore, waitForDraft } from '../../stores/application/draft.ts';
import { lastSubmitted } from '../../stores/application/submitted.ts';
import { whenIdle } from '../../stores/browser/when-idle.ts';
import { isBlankForm } from '../../stores/device/form-values.ts';
import { earlyTyping } from '../fields/form/early-typing.ts';
import { loadOpenLists } from '../fields/form/PartFields.tsx';
import { PartForm } from '../fields/form/PartForm.tsx';
import { useParcelSupport, usePhoneTool } from '../parcel/PhoneTool.tsx';
import { Button } from '../ui/Button.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useAfterHydration, useHydrated, useLocale, useText } from '../ui/hooks.ts';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { usePageLocale } from '../ui/use-page-locale.ts';
import { DraftGate } from './DraftGate.tsx';
import { DraftState } from './DraftState.tsx';
import styles from './frame.module.css';
import { LazyNotice, LazyRescue } from './LazyNotice.tsx';
import { chooseHref, overviewHref, partHref, readPartLink, replacePage } from './navigation.ts';
import { draftAnswers, useDraft } from './use-draft.ts';
import { WizardFrame } from './WizardFrame.tsx';

// Hydration starts with the draft's values.
await waitForDraft();
await loadOpenLists(draftStore.formOf(2));

interface PartPageProps {
  part: Part;
  /** The page's type; null in step 1. */
  type: ApplicationType | null;
}

export const PartPage = withErrorBoundary(PartPageIsland, { Help: LazyRescue, useShownLocale: usePageLocale });

function PartPageIsland({ part, type }: PartPageProps) {
  const chosen = useDraft((draft) => draft.type);
  return (
    <WizardFrame type={type ?? chosen} current={part}>
      <DraftGate>
        <PartOfDraft part={part} type={type} />
      </DraftGate>
    </WizardFrame>
  );
}

function PartOfDraft({ part, type: ofPage }: PartPageProps) {
  const locale = useLocale();
  const t = useText('application');
  const phase = useDraft((draft) => draft.phase);
  const chosen = useDraft((draft) => draft.type);
  const [{ field, fromCheck = false }] = useState(readPartLink);
  const returns = useAfterHydration(fromCheck, false);
  const hydrated = useHydrated();
  const unasked = useMemo(() => hydrated && phase === 'ready' && isBackFromConfirmation(), [hydrated, phase]);
  const errorsBefore = useErrorsBefore(locale, ofPage, fromCheck);
  const current = useRef(locale);
  current.current = locale;
  // Uses the language at the time when the device and the host have responded.
  const openNextPart = () => openNext(current.current, part, ofPage, fromCheck && errorsBefore.current);
  const type = ofPage ?? chosen;
  const asksEmail = 'email' in emptyForm(type, { part });
  const [outcome, finish] = useFinish(current, asksEmail, openNextPart);
  const fileTool = usePhoneTool(type);

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
    const other = { type: ofPage, chosen };
    return <LazyNotice show={({ OtherTypeNotice }) => <OtherTypeNotice {...other} />} />;
  }
  const form = (
    <PartForm
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
          {asksEmail && <EmailNotice outcome={outcome} onContinue={openNextPart} />}
          <DraftState />
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
      <AskCompany />
      {form}
    </>
  );
}

/**
 * Follows the URL once the draft is read.
 * @returns the errors before any change, for a part that was opened from the review page
 */
function useErrorsBefore(locale: Locale, type: ApplicationType | null, fromCheck: boolean): RefObject<FieldErrors> {
  const phase = useDraft((draft) => draft.phase);
  const before = useRef<FieldErrors>({});
  const follow = useEffectEvent((phase: Draft['phase']) => {
    if (phase === 'loading') requestTypeFromUrl();
    if (phase !== 'ready' || isBackFromConfirmation() || applyRequestedType(locale, type) || !fromCheck) return;
    before.current = draftStore.checkAll();
  });
  useEffect(() => follow(phase), [phase]);
  return before;
}

/** @param ofPage type of the page; null in step 1 @param before errors before the change, if the applicant came from the review page */
function openNext(locale: Locale, part: Part, ofPage: ApplicationType | null, before: FieldErrors | false): void {
  // The type at the time when the device has responded.
  const type = ofPage ?? $draft.get().type;
  const errors = draftStore.checkAll();
  if (before && type) {
    // A field of another part that the change has made invalid comes before the review page.
    const next = Object.keys(errors).find((path) => !(path in before) && partOf(type, path) !== 'check');
    const where = (next && partOf(type, next)) || 'check';
    return void navigate(partHref(locale, where, type, { field: next, fromCheck: where !== 'check' }));
  }
  const states = partStates(type, $draft.get().saved, errors);
  const done = new Set(states.flatMap((progress) => (progress.state === 'done' ? [progress.part] : [])));
  const next = partAfter(part, type, done);
  void navigate(next === 'overview' ? overviewHref(locale) : partHref(locale, next, type));
}

/** What the host says about the e-mail address. `arrived`: this device has already sent the application. */
type EmailOutcome = 'arrived' | CallRefusal | null;

/** Continues after a part was saved, unless its e-mail address has an application or could not be checked. */
function useFinish(locale: RefObject<Locale>, asksEmail: boolean, openNextPart: () => void) {
  const [outcome, setOutcome] = useState<EmailOutcome>(null);
  const finish = async (values: FormState, isOpen: () => boolean): Promise<FieldErrors> => {
    setOutcome((now) => (now === 'arrived' ? now : null));
    await draftStore.flushDraft();
    const availability = asksEmail ? await checkEmail(String(values.email), locale.current) : 'free';
    const sentBefore = availability === 'taken' && $draft.get().sentAt !== null;
    // With keys an address has one application: the one that this device sent without getting a response.
    const arrived = sentBefore && offers.has('idempotency_keys');
    const refused = typeof availability === 'string' ? undefined : availability.fields?.email;
    setOutcome(arrived ? 'arrived' : typeof availability === 'string' || refused ? null : availability);
    if (availability === 'taken' && !sentBefore) return { email: ['email_taken'] };
    if (refused) return { email: refused };
    if (!arrived && typeof availability === 'string' && isOpen()) openNextPart();
    return {};
  };
  return [outcome, finish] as const;
}

/** True if the host refused the address and says why; a bare status, such as 403, says nothing about the address. */
const isAnswered = ({ code, sentence }: CallRefusal) => code === 'validation_failed' || sentence !== undefined;

/** Loaded early, while there is a connection. */
const lazyRefusal = lazyModule(() => import('../fields/RefusalNotice.tsx'));

function EmailNotice({ outcome, onContinue }: { outcome: EmailOutcome; onContinue: () => void }) {
  const t = useText('application');
  useEffect(() => whenIdle(() => void lazyRefusal.load()), []);
  if (outcome === 'arrived') return <LazyNotice show={({ ArrivedNotice }) => <ArrivedNotice />} />;
  return (
    outcome && (
      <Lazy module={lazyRefusal}>
        {({ RefusalNotice }) => (
          <RefusalNotice
            refusal={outcome}
            text={isAnswered(outcome) ? undefined : t('email.unchecked')}
            action={
              <Button kind="quiet" onClick={onContinue}>
                {t('email.goOn')}
              </Button>
            }
          />
        )}
      </Lazy>
    )
  );
}

/** Prerendered against a layout shift; removed where parcels are not offered. */
function AskCompany() {
  const locale = useLocale();
  const t = useText('application');
  if (!useParcelSupport()) return null;
  return (
    <p className={styles.askCompany}>
      <span>{`${t('part.company')} `}</span>
      <a href={`${overviewHref(locale)}#${COMPANY_OFFER_ID}`}>{t('part.companyLink')}</a>
    </p>
  );
}

const typeInUrl = () => readApplicationType(new URLSearchParams(location.search).get('type'));

/**
 * Chooses the type in the query. If a draft exists, the overview opens first, but only once: after a reload and "back" the part
 * is shown.
 * @returns true when the overview opens
 */
function applyRequestedType(locale: Locale, type: ApplicationType | null): boolean {
  const { type: chosen, step1Data, step2Data, savedAt } = $draft.get();
  const asked = typeInUrl();
  const isNew = asked !== null && !isFollowed();
  const wanted = isNew ? asked : chosen === null ? (asked ?? type) : null;
  if (wanted) draftStore.chooseType(wanted);
  if (!isNew) return false;
  // Edits made while the draft was being read are not in it yet.
  const begun = savedAt !== null && !(isBlankForm(step1Data) && isBlankForm(step2Data));
  if (begun) replacePage(overviewHref(locale));
  else history.replaceState({ ...history.state, [FOLLOWED]: true }, '');
  return begun;
}

/** Property in the state of a history entry whose query was followed. */
const FOLLOWED = 'followed';
const isFollowed = () => history.state?.[FOLLOWED] === true;

/** Chooses the URL's type while the draft loads, since on a slow device the visitor may leave the part before. */
function requestTypeFromUrl(): void {
  const asked = typeInUrl();
  if (asked && !isFollowed()) draftStore.chooseType(asked);
}

/** True for an empty form without a type in its URL after a submission from this device: "back" from its confirmation. */
function isBackFromConfirmation(): boolean {
  const { phase, type, savedAt, step1Data, step2Data } = $draft.get();
  const isEmpty = phase === 'ready' && type === null && savedAt === null && isBlankForm([step1Data, step2Data]);
  return isEmpty && typeInUrl() === null && !earlyTyping.exists() && lastSubmitted.read() !== null;
}
