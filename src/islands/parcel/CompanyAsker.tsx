/** On the overview: asks the company to fill in its parts, and moves its answers into the draft. */
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Part } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { writtenDay, writtenTime } from '../../domain/i18n/written-dates.ts';
import { COMPANY_OFFER_ID, companyParts } from '../../domain/parcel/company-parts.ts';
import type { CompanyIndex } from '../../domain/parcel/contents.ts';
import { problemText } from '../../stores/api/problem-text.ts';
import { $draft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import { type AskingCompany, companyAsker } from '../../stores/parcel/company-asker.ts';
import { sheetRoute } from '../../stores/parcel/link.ts';
import { Button } from '../ui/Button.tsx';
import { CheckboxGroup } from '../ui/CheckboxGroup.tsx';
import { LoadingBlock, ProgressBar } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useLocale, useText } from '../ui/use-locale.ts';
import { askedTitle } from './asked-title.ts';
import { CompanyComparison } from './CompanyComparison.tsx';
import { CompanyLink } from './CompanyLink.tsx';
import { LinkOffer } from './LinkOffer.tsx';
import styles from './parcel.module.css';

/** Renders nothing for a type without a company. */
export function CompanyAsker() {
  const t = useText('parcel');
  const { type, phase, company } = useStore($draft);
  const asking = useStore(companyAsker.$view);
  const readType = phase === 'ready' ? type : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link, or none after the draft has moved.
  useEffect(() => {
    if (readType !== undefined) void companyAsker.resume();
    return companyAsker.pause;
  }, [readType, company?.secret]);
  if (!type || (companyParts(type).length === 0 && asking.phase === 'idle')) return null;
  return (
    <LinkOffer id={COMPANY_OFFER_ID} title={t('company.ask.title')} isActive={asking.phase !== 'idle'}>
      <Asking type={type} asking={asking} />
    </LinkOffer>
  );
}

interface AskingProps {
  type: ApplicationType;
  asking: AskingCompany;
}

function Asking(props: AskingProps) {
  const locale = useLocale();
  const { type, asking } = props;
  const t = useText('parcel');
  const { index, percent, reply } = asking;
  const revoke = (
    <Button kind="quiet" onClick={() => void companyAsker.revoke()}>
      {t('company.ask.revoke')}
    </Button>
  );
  // Answers no longer fit once the draft has another type.
  const isOtherType = index && index.type !== type && ['waiting', 'offered', 'working'].includes(asking.phase);
  if (isOtherType) {
    return (
      <Notice tone="warning" title={t('company.ask.otherType.title')} action={revoke}>
        <p>{t('company.ask.otherType.text')}</p>
      </Notice>
    );
  }
  const { phase } = asking;
  switch (phase) {
    case 'opening':
      return <LoadingBlock label={t('company.ask.looking')} />;
    case 'sending':
    case 'fetching':
      return (
        <>
          <p>{t(`company.ask.${phase}`, { percent })}</p>
          <ProgressBar percent={percent} label={t('company.progress')} />
          {revoke}
        </>
      );
    case 'stopped':
    case 'closeFailed':
    case 'failed':
    case 'saveFailed':
    case 'refused':
      return <Failed {...props} phase={phase} />;
    case 'waiting':
      return (
        <>
          <p>{t('company.ask.ready')}</p>
          <CompanyLink asking={asking} />
          <p role="status">{t('company.ask.waiting')}</p>
          {revoke}
        </>
      );
    case 'offered':
      return (
        <Notice
          tone="success"
          title={received(locale, index)}
          action={
            <span className={styles.actions}>
              <Button onClick={() => void companyAsker.fetchReply()}>{t('company.ask.look')}</Button>
              {revoke}
            </span>
          }
        >
          {index && <p>{t('company.ask.partsDone', { done: index.done.length, count: index.parts.length })}</p>}
          <p>{t('company.ask.lookText')}</p>
        </Notice>
      );
    case 'working':
      return (
        <>
          <p>{received(locale, index)}</p>
          {index && index.done.length < index.parts.length && (
            <Notice
              tone="warning"
              title={t('company.ask.partsDone', { done: index.done.length, count: index.parts.length })}
            >
              <p>{t('company.ask.partText')}</p>
            </Notice>
          )}
          <CompanyComparison type={type} differences={reply?.differences ?? []} />
          {revoke}
        </>
      );
    case 'taken':
    case 'cancelled':
    case 'takenElsewhere':
    case 'cancelledElsewhere':
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
      return <Choice type={type} />;
  }
}

type FailedPhase = 'stopped' | 'closeFailed' | 'failed' | 'saveFailed' | 'refused';

/** `saveFailed`: the device did not store the link; `refused`: the answers. */
function Failed({ type, asking: { error }, phase }: AskingProps & { phase: FailedPhase }) {
  const locale = useLocale();
  const t = useText('parcel');
  const isUnreadable = error?.code === 'unreadable';
  // The general advice to wait would not help with an unreadable file of this device, or reply of the company.
  const unreadable = t(phase === 'stopped' ? 'company.ask.unreadableFile' : 'company.ask.unreadable');
  const text = error && (isUnreadable ? unreadable : problemText(locale, error));
  return (
    <Notice
      tone="error"
      title={t(`company.ask.${phase}.title`)}
      action={
        <span className={styles.actions}>
          <Button onClick={() => void companyAsker.retry()}>{t(error ? 'common.goOn' : 'common.again')}</Button>
          {(phase === 'stopped' || phase === 'failed') && (
            <Button kind="quiet" onClick={() => void companyAsker.revoke()}>
              {t('company.ask.revoke')}
            </Button>
          )}
        </span>
      }
    >
      <p>{phase === 'saveFailed' || phase === 'refused' ? t(`company.ask.${phase}.text`) : text}</p>
      {(isUnreadable || phase === 'saveFailed') && <SheetLink type={type} />}
    </Notice>
  );
}

function received(locale: Locale, index: CompanyIndex | null): string {
  const t = textOf(locale, 'parcel');
  const sentAt = index?.sentAt ?? null;
  if (sentAt === null) return t('company.ask.received');
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
