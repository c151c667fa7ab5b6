/** One part of the form. The parts of step 1 are the same for every type, so their pages know the type from the draft. */
import { useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { type Part, partOf } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { partStates } from '../../domain/application/part-states.ts';
import { partAfter } from '../../domain/application/steps.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../../stores/api/client.ts';
import {
  $draft,
  checkDraft,
  checkEmail,
  chooseType,
  draftOpened,
  flushDraft,
  formOf,
} from '../../stores/application/draft.ts';
import { isBlankForm } from '../../stores/device/form-values.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { guarded } from '../ui/guarded.tsx';
import { useAfterHydration } from '../ui/use-hydrated.ts';
import { usePageLocale } from '../ui/use-page-locale.ts';
import { ArrivedNotice } from './ArrivedNotice.tsx';
import { DraftGate } from './DraftGate.tsx';
import { DraftState } from './DraftState.tsx';
import { draftAnswers } from './draft-answers.ts';
import { askedInAddress, openInstead, openPage, overviewHref, partHref } from './go.ts';
import { listsOf } from './later-parts.ts';
import { OtherTypeNotice } from './OtherTypeNotice.tsx';
import { PartForm } from './PartForm.tsx';
import { ProblemNotice } from './ProblemNotice.tsx';
import { useDraft } from './use-draft.ts';
import { WizardFrame } from './WizardFrame.tsx';

// The form is hydrated with the draft's values in it.
await draftOpened();
await listsOf(formOf(2));

export interface PartPageProps {
  locale: Locale;
  part: Part;
  /** Of the page; null in step 1. */
  type: ApplicationType | null;
}

export const PartPage = guarded(PartPageIsland);

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

/**
 * Takes the type over that the address names. Whoever begins anew while a draft is there sees first what it holds.
 * @returns true when the overview is opened instead
 */
function followAddress(locale: Locale, type: ApplicationType | null): boolean {
  const { type: chosen, step1Data, step2Data, savedAt } = $draft.get();
  const asked = readApplicationType(new URLSearchParams(location.search).get('type'));
  const wanted = asked ?? (chosen === null ? type : null);
  if (wanted) chooseType(wanted);
  if (!asked) return false;
  // What was typed on this page while the device was asked is not there yet.
  const begun = savedAt !== null && !(isBlankForm(step1Data) && isBlankForm(step2Data));
  if (begun) openInstead(overviewHref(locale));
  // Followed once: a reload shows the part with what is in it by then.
  else history.replaceState(history.state, '', location.pathname);
  return begun;
}

function PartOfDraft({ locale, part, type: ofPage }: PartPageProps) {
  const t = textOf(locale, 'application');
  const phase = useDraft((draft) => draft.phase);
  const chosen = useDraft((draft) => draft.type);
  const [{ field, fromCheck = false }] = useState(askedInAddress);
  const returns = useAfterHydration(fromCheck, false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [arrived, setArrived] = useState(false);
  const current = useRef(locale);
  current.current = locale;
  /** What was wrong elsewhere before anything was changed here. */
  const before = useRef<FieldErrors>({});

  useEffect(() => {
    if (phase !== 'ready' || followAddress(current.current, ofPage) || !fromCheck) return;
    void checkDraft().then((errors) => {
      before.current = errors ?? {};
    });
  }, [phase]);

  if (ofPage && chosen && chosen !== ofPage) {
    return <OtherTypeNotice locale={locale} type={ofPage} chosen={chosen} />;
  }
  const type = ofPage ?? chosen;

  const goOn = async () => {
    const errors = (await checkDraft()) ?? {};
    const at = current.current;
    if (fromCheck && type) {
      // What the change makes necessary elsewhere is asked before the check returns.
      const next = Object.keys(errors).find((path) => !(path in before.current) && partOf(type, path) !== 'check');
      const where = (next && partOf(type, next)) || 'check';
      return openPage(partHref(at, where, type, { field: next, fromCheck: where !== 'check' }));
    }
    const states = partStates(type, $draft.get().saved, errors);
    const done = new Set(states.flatMap((progress) => (progress.state === 'done' ? [progress.part] : [])));
    const next = partAfter(part, type, done);
    openPage(next === 'overview' ? overviewHref(at) : partHref(at, next, type));
  };

  const asksEmail = 'email' in emptyForm(type ?? 'specialist', { part });
  const finish = async (values: FormState): Promise<FieldErrors> => {
    setProblem(null);
    await flushDraft();
    const answer = asksEmail ? await checkEmail(String(values.email), current.current) : 'free';
    // An address that this device has sent from without hearing of it is taken by this very application.
    const arrived = answer === 'taken' && $draft.get().sentAt !== null;
    setArrived(arrived);
    if (arrived) return {};
    if (answer === 'taken') return { email: ['email_taken'] };
    if (answer === 'free') await goOn();
    else setProblem(answer);
    return {};
  };

  const notice = arrived ? (
    <ArrivedNotice locale={locale} />
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
  return (
    <PartForm
      locale={locale}
      type={type ?? 'specialist'}
      part={part}
      answers={draftAnswers(type ?? 'specialist', part)}
      submitLabel={t(returns ? 'part.return' : 'part.save')}
      busyLabel={asksEmail ? t('email.busy') : undefined}
      onSaved={finish}
      focusFirst={field}
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
}
