/** On the overview: asks the company to fill in its parts, and accepts its answers. */

import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Part } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { writtenDay, writtenTime } from '../../domain/i18n/written-dates.ts';
import { COMPANY_OFFER_ID, companyParts } from '../../domain/parcel/company-parts.ts';
import type { CompanyIndex } from '../../domain/parcel/contents.ts';
import { $draft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import type { AskingCompany } from '../../stores/parcel/ask-company.ts';
import { companyAsker } from '../../stores/parcel/company-asker.ts';
import { companyProblem } from '../../stores/parcel/company-problem.ts';
import { sheetRoute } from '../../stores/parcel/link.ts';
import { Button } from '../ui/Button.tsx';
import { CheckboxGroup } from '../ui/CheckboxGroup.tsx';
import type { Elements } from '../ui/elements.ts';
import { isFocusAvailable } from '../ui/focus-field.ts';
import { LoadingBlock, ProgressBar } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useLocale, useText } from '../ui/use-locale.ts';
import { askedTitle } from './asked-title.ts';
import { CompanyComparison } from './CompanyComparison.tsx';
import { CompanyLink } from './CompanyLink.tsx';
import { KeptPrivate } from './KeptPrivate.tsx';
import styles from './parcel.module.css';

/** Renders nothing for a type without a company. */
export function CompanyAsker() {
  const t = useText('parcel');
  const { type, phase } = useStore($draft);
  const asking = useStore(companyAsker.$asking);
  const readType = phase === 'ready' ? type : undefined;
  useEffect(() => {
    if (readType !== undefined) void companyAsker.resume();
    return companyAsker.pause;
  }, [readType]);
  if (!type || (companyParts(type).length === 0 && asking.phase === 'idle')) return null;
  return (
    <section className={styles.section} aria-labelledby={COMPANY_OFFER_ID}>
      <h2 id={COMPANY_OFFER_ID} tabIndex={-1} ref={focusIfAsked}>
        {t('company.ask.title')}
      </h2>
      <Asking type={type} asking={asking} />
      <KeptPrivate />
    </section>
  );
}

/** The heading is rendered after the page is loaded: a link to it has scrolled nowhere by then. */
function focusIfAsked(heading: HTMLElement | null): void {
  if (location.hash === `#${COMPANY_OFFER_ID}` && isFocusAvailable()) heading?.focus();
}

interface AskingProps {
  type: ApplicationType;
  asking: AskingCompany;
}

function Asking(props: AskingProps) {
  const locale = useLocale();
  const { type, asking } = props;
  const t = useText('parcel');
  const { index, percent } = asking;
  const takeBack = (
    <Button kind="quiet" onClick={() => void companyAsker.revoke()}>
      {t('company.ask.revoke')}
    </Button>
  );
  const phase = phaseOf(asking, type);
  switch (phase) {
    case 'idle':
      return <Choice type={type} />;
    case 'opening':
      return <LoadingBlock label={t('company.ask.looking')} />;
    case 'sending':
    case 'fetching':
      return (
        <>
          <p>{t(`company.ask.${phase}`, { percent })}</p>
          <ProgressBar percent={percent} label={t('company.progress')} />
          {takeBack}
        </>
      );
    case 'stopped':
    case 'closeFailed':
    case 'failed':
      return <Failed {...props} phase={phase} takeBack={takeBack} />;
    case 'saveFailed':
    case 'refused':
      return <NotSaved type={type} phase={phase} />;
    case 'waiting':
      return (
        <>
          <p>{t('company.ask.ready')}</p>
          <CompanyLink asking={asking} />
          <p role="status">{t(index?.state === 'started' ? 'company.ask.started' : 'company.ask.waiting')}</p>
          {takeBack}
        </>
      );
    case 'offered':
      return <Offered index={index} takeBack={takeBack} />;
    case 'working':
      return (
        <>
          <p>{received(locale, index)}</p>
          <CompanyComparison type={type} differences={asking.content?.differences ?? []} />
          {takeBack}
        </>
      );
    case 'otherType':
      return (
        <Notice tone="warning" title={t('company.ask.otherType.title')} action={takeBack}>
          <p>{t('company.ask.otherType.text')}</p>
        </Notice>
      );
    case 'taken':
    case 'revoked':
    case 'takenElsewhere':
    case 'revokedElsewhere':
    case 'ended':
      return (
        <>
          <Notice tone="info" title={t(`company.ask.${phase}.title`)}>
            <p>{t(`company.ask.${phase}.text`)}</p>
          </Notice>
          <Choice type={type} />
        </>
      );
    default:
      return null;
  }
}

interface FailedProps extends AskingProps {
  phase: 'stopped' | 'closeFailed' | 'failed';
  takeBack: Elements;
}

function Failed({ type, asking: { error }, phase, takeBack }: FailedProps) {
  const locale = useLocale();
  const t = useText('parcel');
  const { retry, resume } = companyAsker;
  return (
    <Notice
      tone="error"
      title={t(`company.ask.${phase}`)}
      action={
        <span className={styles.actions}>
          <Button onClick={() => void (phase === 'failed' ? resume() : retry())}>{t('common.goOn')}</Button>
          {takeBack}
        </span>
      }
    >
      {error && <p>{companyProblem(locale, phase, error)}</p>}
      {error?.code === 'unreadable' && <SheetLink type={type} />}
    </Notice>
  );
}

/** The device did not store the link (`saveFailed`), or the accepted answers (`refused`). */
function NotSaved({ type, phase }: { type: ApplicationType; phase: 'saveFailed' | 'refused' }) {
  const t = useText('parcel');
  return (
    <Notice
      tone="error"
      title={t(`company.ask.${phase}.title`)}
      action={<Button onClick={() => void companyAsker.retry()}>{t('common.again')}</Button>}
    >
      <p>{t(`company.ask.${phase}.text`)}</p>
      {phase === 'saveFailed' && <SheetLink type={type} />}
    </Notice>
  );
}

function Offered({ index, takeBack }: { index: CompanyIndex | null; takeBack: Elements }) {
  const locale = useLocale();
  const t = useText('parcel');
  return (
    <Notice
      tone="success"
      title={received(locale, index)}
      action={
        <span className={styles.actions}>
          <Button onClick={() => void companyAsker.fetchReply()}>{t('company.ask.look')}</Button>
          {takeBack}
        </span>
      }
    >
      <p>{t('company.ask.lookText')}</p>
    </Notice>
  );
}

/** The phase to show. Answers no longer fit once the draft has another type, and what could not be fetched is read again. */
function phaseOf({ phase, step, index }: AskingCompany, type: ApplicationType) {
  if (phase === 'stopped' && step !== 'sending') return 'failed';
  if (phase !== 'waiting' && phase !== 'offered' && phase !== 'working') return phase;
  if (!index) return 'opening';
  return index.type === type ? phase : 'otherType';
}

function received(locale: Locale, index: CompanyIndex | null): string {
  const t = textOf(locale, 'parcel');
  const sentAt = index?.sentAt ?? null;
  if (sentAt === null || Number.isNaN(Date.parse(sentAt))) return t('company.ask.received');
  const forms = textOf(locale, 'forms');
  return t('company.ask.receivedOn', { day: writtenDay(sentAt, forms.find), time: writtenTime(sentAt) });
}

function Choice({ type }: { type: ApplicationType }) {
  const locale = useLocale();
  const t = useText('parcel');
  const parts = companyParts(type);
  const [left, setLeft] = useState<readonly Part[]>([]);
  const chosen = parts.filter((part) => !left.includes(part));
  if (parts.length === 0) return null;
  return (
    <>
      <p>{t('company.ask.text')}</p>
      <div className={styles.wide}>
        <CheckboxGroup
          name="company-parts"
          label={t('company.ask.parts')}
          options={parts.map((part) => ({ value: part, label: askedTitle(locale, type, part) }))}
          chosen={chosen}
          onChange={(part, checked) =>
            setLeft(parts.filter((other) => (other === part ? !checked : left.includes(other))))
          }
        />
      </div>
      <Button kind="quiet" disabled={chosen.length === 0} onClick={() => void companyAsker.ask(chosen)}>
        {t('company.ask.start')}
      </Button>
      <SheetLink type={type} />
    </>
  );
}

function SheetLink({ type }: { type: ApplicationType }) {
  const locale = useLocale();
  return (
    <p>
      <a href={localePath(locale, sheetRoute(type))}>{textOf(locale, 'parcel')('company.ask.sheet')}</a>
    </p>
  );
}
