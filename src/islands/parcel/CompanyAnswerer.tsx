/** The page of a company's link: the requested parts one after another, and nothing else of the application. */
import { useEffect, useState } from 'react';
import type { Part } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { writtenDay } from '../../domain/i18n/written-dates.ts';
import { fieldsOfParts } from '../../domain/parcel/company-parts.ts';
import type { CompanyIndex } from '../../domain/parcel/contents.ts';
import { problemText } from '../../stores/api/problem-text.ts';
import { textOf } from '../../stores/page-text.ts';
import type { AnsweringCompany } from '../../stores/parcel/answer-company.ts';
import { companyAnswerer } from '../../stores/parcel/company-answerer.ts';
import { IDLE_EXCHANGE } from '../../stores/parcel/exchange.ts';
import { PartForm } from '../fields/form/PartForm.tsx';
import { PartGroup } from '../fields/PartGroup.tsx';
import type { PartAnswers } from '../fields/part-context.tsx';
import { Button } from '../ui/Button.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { LoadingBlock, ProgressBar } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { usePageLocale } from '../ui/use-page-locale.ts';
import { ViewHeading } from '../ui/ViewHeading.tsx';
import { askedTitle } from './asked-title.ts';
import { KeptPrivate } from './KeptPrivate.tsx';
import styles from './parcel.module.css';
import { useLink } from './use-link.ts';

/** The prerendered state, also of the page in the other language. */
const BUILT = { ...IDLE_EXCHANGE, phase: 'opening' } as const satisfies AnsweringCompany;

export const CompanyAnswerer = withErrorBoundary(CompanyAnswererIsland, { useShownLocale: usePageLocale });

function CompanyAnswererIsland() {
  const locale = useLocale();
  const t = useText('parcel');
  const answering = useClientStore(companyAnswerer.$answering, BUILT);
  const [part, setPart] = useState<Part | null>(null);
  useLink(
    (secret) => companyAnswerer.open(secret),
    () => companyAnswerer.$answering.get().phase === 'opening',
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => companyAnswerer.isUnsaved() && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  const { index } = answering;
  const shown = index && isOpen(answering) ? part : null;
  return (
    <div className={styles.page}>
      <ViewHeading view={shown ?? 'list'}>
        {shown && index ? askedTitle(locale, index.type, shown) : t('company.answer.title')}
      </ViewHeading>
      <Answering answering={answering} part={shown} onPart={setPart} />
      <KeptPrivate />
    </div>
  );
}

const isOpen = ({ phase }: AnsweringCompany) => phase === 'working' || phase === 'sending';

interface AnsweringProps {
  answering: AnsweringCompany;
  /** The open part; null for the list of parts. */
  part: Part | null;
  onPart: (part: Part | null) => void;
}

function Answering({ answering, part, onPart }: AnsweringProps) {
  const locale = useLocale();
  const t = useText('parcel');
  const { phase, index, percent, error } = answering;
  switch (phase) {
    case 'opening':
      return <LoadingBlock label={t('company.answer.looking')} />;
    case 'fetching':
      return <ProgressBar percent={percent} label={t('company.progress')} />;
    case 'working':
    case 'sending':
      if (!index) return null;
      return part ? (
        <OpenPart type={index.type} part={part} onBack={() => onPart(null)} />
      ) : (
        <Parts open={answering} index={index} onPart={onPart} />
      );
    case 'failed':
    case 'stopped':
      return (
        <Notice
          tone="error"
          title={t('company.answer.failed')}
          action={<Button onClick={() => void companyAnswerer.reload()}>{t('common.again')}</Button>}
        >
          {error && <p>{problemText(locale, error)}</p>}
        </Notice>
      );
    case 'noLink':
    case 'gone':
    case 'altered':
    case 'unreadable':
    case 'revoked':
    case 'taken':
      return (
        <Notice tone={phase === 'taken' ? 'success' : 'warning'} title={t(`company.answer.${phase}.title`)}>
          <p>{t(`company.answer.${phase}.text`)}</p>
        </Notice>
      );
    default:
      return null;
  }
}

interface OpenPartProps {
  type: ApplicationType;
  part: Part;
  onBack: () => void;
}

function OpenPart({ type, part, onBack }: OpenPartProps) {
  const t = useText('parcel');
  return (
    <PartForm
      key={part}
      type={type}
      part={part}
      answers={companyAnswers(type, part)}
      submitLabel={t('company.answer.save')}
      onSaved={async () => {
        onBack();
        return {};
      }}
      aside={
        <Button kind="quiet" onClick={onBack}>
          {t('company.answer.back')}
        </Button>
      }
    />
  );
}

interface PartsProps {
  open: AnsweringCompany;
  index: CompanyIndex;
  onPart: (part: Part) => void;
}

function Parts({ open: { phase, parcel, percent, error }, index, onPart }: PartsProps) {
  const locale = useLocale();
  const t = useText('parcel');
  const { type, parts, applicant, state } = index;
  const done = parts.filter(companyAnswerer.isDone);
  const endsAt = parcel?.endsAt();
  // A press while a part is being saved sends after that.
  const [pressed, setPressed] = useState(false);
  const send = async () => {
    setPressed(true);
    await companyAnswerer.send();
    setPressed(false);
  };
  return (
    <>
      <p className="lead">
        {applicant
          ? t('company.answer.text', { applicant, interpolation: { escapeValue: false } })
          : t('company.answer.nameless')}
      </p>
      <Notice tone="warning">
        <p>{t('company.answer.warning')}</p>
      </Notice>
      <PartGroup title={t('company.answer.parts')}>
        {parts.map((of) => (
          <li key={of}>
            <button type="button" className="text-button" onClick={() => onPart(of)}>
              {askedTitle(locale, type, of)}
            </button>
            <span className="part-state" data-state={done.includes(of) ? 'done' : 'todo'}>
              {t(done.includes(of) ? 'company.answer.done' : 'company.answer.todo')}
            </span>
          </li>
        ))}
      </PartGroup>
      <p>{t('company.answer.limits')}</p>
      {endsAt && <p>{t('company.answer.until', { day: writtenDay(endsAt, textOf(locale, 'forms').find) })}</p>}
      {phase === 'sending' && <ProgressBar percent={percent} label={t('company.progress')} />}
      {error?.code === 'parcel_changed' && (
        <Notice
          tone="warning"
          title={t('company.answer.changed.title')}
          action={
            <Button kind="quiet" onClick={() => void companyAnswerer.reload()}>
              {t('company.answer.changed.load')}
            </Button>
          }
        >
          <p>{t('company.answer.changed.text')}</p>
        </Notice>
      )}
      {error && error.code !== 'parcel_changed' && (
        <Notice tone="error" title={t('company.answer.unsent')}>
          <p>{problemText(locale, error)}</p>
        </Notice>
      )}
      {state === 'sent' && phase === 'working' && !error && (
        <Notice tone="success" title={t('company.answer.sent.title')}>
          <p>{t('company.answer.sent.text')}</p>
        </Notice>
      )}
      <Button busy={pressed} onClick={() => void send()}>
        {t(state === 'sent' ? 'company.answer.sendAgain' : 'company.answer.send')}
      </Button>
    </>
  );
}

/** The answers of a part, as edited by the company. */
function companyAnswers(ofType: ApplicationType, part: Part): PartAnswers {
  const { formOf, type, check, savePart, answers, isBegun } = companyAnswerer;
  return {
    initial: () => formOf(part),
    opened: () => undefined,
    typed: (values) => type(part, values),
    check: (values) => check(part, values),
    mistakes: () =>
      Object.fromEntries(
        Object.entries(isBegun(part) ? check(part) : {}).filter(([, codes]) => !codes.includes('required')),
      ),
    save: (values) => savePart(part, values),
    others: answers,
    copies: true,
    only: fieldsOfParts(ofType, [part]),
  };
}
