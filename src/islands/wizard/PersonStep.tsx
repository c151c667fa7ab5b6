/** Step 1, who you are. The type comes from the address or is chosen here; the e-mail address is checked before step 2. */
import { useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { StepStatus } from '../../domain/application/steps.ts';
import { readApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../../stores/api/client.ts';
import { $draft, checkEmail, chooseType, draftOpened, flushDraft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { guarded } from '../ui/guarded.tsx';
import { usePageLocale } from '../ui/use-page-locale.ts';
import { ViewHeading } from '../ui/ViewHeading.tsx';
import { ArrivedNotice } from './ArrivedNotice.tsx';
import { DraftGate } from './DraftGate.tsx';
import { askedInAddress, chooseHref, MISTAKES_HASH, openPage, visitHref } from './go.ts';
import { ProblemNotice } from './ProblemNotice.tsx';
import { StepForm } from './StepForm.tsx';
import { TypeChoice } from './TypeChoice.tsx';
import { useDraft } from './use-draft.ts';
import { WizardFrame } from './WizardFrame.tsx';

/** The type that the address asks for. */
function followAddress(): void {
  if (typeof location === 'undefined') return;
  const asked = readApplicationType(new URLSearchParams(location.search).get('type'));
  if (asked) chooseType(asked);
}

// The form comes to life with the draft's values in it, and for the type that was chosen.
followAddress();
await draftOpened();

export const PersonStep = guarded(PersonStepIsland);

function PersonStepIsland({ locale: built }: { locale: Locale }) {
  const locale = usePageLocale(built);
  const t = textOf(locale, 'application');
  const type = useDraft((draft) => draft.type);
  const opening = useDraft((draft) => draft.phase === 'loading');
  // The address is followed once a page: a draft that is deleted here does not begin anew by itself.
  useEffect(followAddress, []);
  return (
    <WizardFrame locale={locale} type={type} current="person">
      <ViewHeading view={type || opening ? 'form' : 'choice'}>{t('person.title')}</ViewHeading>
      <DraftGate locale={locale}>
        <Person locale={locale} />
      </DraftGate>
    </WizardFrame>
  );
}

function Person({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const type = useDraft((draft) => draft.type);
  const [{ change }] = useState(askedInAddress);
  const phase = useDraft((draft) => draft.phase);
  const status = useDraft((draft) => draft.stepStatus);
  const opened = useRef<StepStatus | null>(null);
  if (phase === 'ready') opened.current ??= status;
  const fromReview = opened.current === 3;
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [arrived, setArrived] = useState(false);
  const current = useRef(locale);
  current.current = locale;

  if (!type && phase !== 'loading') return <TypeChoice locale={locale} onChoose={chooseType} />;

  const goOn = () => {
    const { stepStatus, type } = $draft.get();
    if (!type) return;
    const href = visitHref(current.current, type, stepStatus === 3 ? 'review' : 'form');
    // Who came here to put something right goes on where it was missed.
    openPage((fromReview || change) && stepStatus !== 3 ? href + MISTAKES_HASH : href);
  };

  const finish = async (values: FormState): Promise<FieldErrors> => {
    setProblem(null);
    await flushDraft();
    const answer = await checkEmail(String(values.email), current.current);
    // An address that this device has sent from without hearing of it is taken by this very application.
    const arrived = answer === 'taken' && $draft.get().sentAt !== null;
    setArrived(arrived);
    if (arrived) return {};
    if (answer === 'taken') return { email: ['email_taken'] };
    if (answer === 'free') goOn();
    else setProblem(answer);
    return {};
  };

  return (
    <>
      <p className="lead">{t('person.lead')}</p>
      <p className="type-line">
        {type && (
          <>
            {t('type.chosen', { type: t(`types.${type}.title`) })} <a href={chooseHref(locale)}>{t('type.change')}</a>
          </>
        )}
      </p>
      <StepForm
        locale={locale}
        type="specialist"
        step={1}
        submitLabel={t(fromReview ? 'person.return' : 'person.submit')}
        busyLabel={t('person.busy')}
        onSaved={finish}
        focusFirst={change}
        notice={
          arrived ? (
            <ArrivedNotice locale={locale} />
          ) : (
            problem && (
              <ProblemNotice
                locale={locale}
                problem={problem}
                text={t('person.unchecked')}
                action={
                  <Button kind="quiet" onClick={goOn}>
                    {t('person.goOn')}
                  </Button>
                }
              />
            )
          )
        }
      />
    </>
  );
}
