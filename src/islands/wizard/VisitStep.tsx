/** Step 2 of one type and, on the same route, the review. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { type Obstacle, obstacleTo } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $draft, draftOpened, flushDraft, openVisit } from '../../stores/application/draft.ts';
import { $submission, resetSubmission } from '../../stores/application/submit.ts';
import { textOf } from '../../stores/page-text.ts';
import { guarded } from '../ui/guarded.tsx';
import { LoadingBlock } from '../ui/LoadingBlock.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { usePageLocale } from '../ui/use-page-locale.ts';
import { ViewHeading } from '../ui/ViewHeading.tsx';
import { WaitForPart } from '../ui/WaitForPart.tsx';
import { DraftGate } from './DraftGate.tsx';
import { askedInAddress, FORM_HREF, openSuccess, personHref, useView, type View } from './go.ts';
import { laterReview } from './later-parts.ts';
import { ObstacleNotice } from './ObstacleNotice.tsx';
import { StepForm } from './StepForm.tsx';
import { useDraft } from './use-draft.ts';
import { WizardFrame } from './WizardFrame.tsx';

// The form comes to life with the draft's values in it.
await draftOpened();

export interface VisitStepProps {
  locale: Locale;
  type: ApplicationType;
}

export const VisitStep = guarded(VisitStepIsland);

function VisitStepIsland({ locale: built, type }: VisitStepProps) {
  const locale = usePageLocale(built);
  const t = textOf(locale, 'application');
  const { phase } = useStore($submission, { ssr: 'initial' });
  const [view, show] = useView();
  const status = useDraft((draft) => draft.stepStatus);
  const reviewing = view === 'review' && status === 3;
  const chosen = useDraft((draft) => draft.type);
  const opening = useDraft((draft) => draft.phase === 'loading');
  const obstacle = opening ? null : obstacleTo(type, { type: chosen, stepStatus: status });

  useEffect(() => {
    if (phase === 'done') openSuccess(locale);
  }, [phase, locale]);
  // A language switch opens the same page without its hash.
  useEffect(() => {
    if (reviewing && location.hash === '' && locale) history.replaceState(history.state, '', '#review');
  }, [reviewing, locale]);

  // The draft is gone as soon as the application has arrived.
  if (phase === 'done') {
    return (
      <WizardFrame locale={locale} type={type} current="done">
        <ViewHeading view="done">{t('send.done')}</ViewHeading>
        <Spinner label={t('send.opening')} />
      </WizardFrame>
    );
  }
  return (
    <WizardFrame locale={locale} type={type} current={reviewing ? 'review' : 'visit'}>
      {reviewing ? (
        <ViewHeading view="review">{t('review.title')}</ViewHeading>
      ) : (
        <ViewHeading view={obstacle ?? 'visit'} title={t('visit.title', { context: type })}>
          {t('visit.title')}
        </ViewHeading>
      )}
      <DraftGate locale={locale}>
        <Visit locale={locale} type={type} obstacle={obstacle} view={view} show={show} />
      </DraftGate>
    </WizardFrame>
  );
}

interface VisitProps extends VisitStepProps {
  obstacle: Obstacle | null;
  view: View;
  show: (view: View) => void;
}

function Visit({ locale, type, obstacle, view, show }: VisitProps) {
  const t = textOf(locale, 'application');
  const status = useDraft((draft) => draft.stepStatus);
  const [change, setChange] = useState<string | undefined>(undefined);
  const [mistakes, setMistakes] = useState(() => askedInAddress().mistakes);
  // Asked for once: a reload, or the way back, shows the form as it is.
  useEffect(() => {
    if (!mistakes) return;
    history.replaceState(history.state, '', FORM_HREF);
    setMistakes(false);
  }, [mistakes]);
  const phase = useDraft((draft) => draft.phase);
  const opened = useRef(false);
  const wasReviewed = useRef(false);
  if (phase === 'ready' && !opened.current) {
    opened.current = true;
    wasReviewed.current = status === 3;
  }

  useEffect(() => {
    if (!obstacle && $draft.get().stepStatus === 1) openVisit();
  }, [obstacle]);

  if (obstacle) return <ObstacleNotice locale={locale} type={type} obstacle={obstacle} />;

  const changeField = (path: string) => {
    wasReviewed.current = true;
    setChange(path);
    void flushDraft();
    show('form');
  };
  if (view === 'review' && status === 3) {
    return <ReviewPart locale={locale} type={type} onChange={changeField} />;
  }

  const finish = async () => {
    await flushDraft();
    resetSubmission();
    setChange(undefined);
    show('review');
    return {};
  };
  return (
    <>
      <p className="lead">{t('visit.lead', { context: type })}</p>
      {view === 'review' && (
        <Notice tone="info" title={t('obstacles.review.title')}>
          <p>{t('obstacles.review.text')}</p>
        </Notice>
      )}
      <StepForm
        locale={locale}
        type={type}
        step={2}
        submitLabel={t(wasReviewed.current ? 'visit.return' : 'visit.submit')}
        onSaved={finish}
        checkFirst={mistakes}
        focusFirst={change}
        aside={
          <a className="button button--link" href={personHref(locale)}>
            {t('visit.back')}
          </a>
        }
      />
    </>
  );
}

function ReviewPart(props: VisitStepProps & { onChange: (path: string) => void }) {
  const part = laterReview.use();
  if (part) return <part.Review {...props} />;
  return (
    <WaitForPart part={laterReview} locale={props.locale}>
      <LoadingBlock label={textOf(props.locale, 'application')('review.opening')} lines={6} />
    </WaitForPart>
  );
}
