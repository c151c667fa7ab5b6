/** The page of a company's link: the application's form for the requested parts, and nothing else of the application. */

import { navigate } from 'astro:transitions/client';
import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import type { Part } from '../../domain/application/fields.ts';
import { minutesFor } from '../../domain/application/minutes.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { writtenDay, writtenTime } from '../../domain/i18n/written-dates.ts';
import { fieldsOfParts } from '../../domain/parcel/company-parts.ts';
import { problemText } from '../../stores/api/problem-text.ts';
import { textOf } from '../../stores/page-text.ts';
import { type AnsweringCompany, CompanyAnswerer } from '../../stores/parcel/company-answerer.ts';
import type { CompanyDraft, CompanyPart } from '../../stores/parcel/company-draft.ts';
import { labelOf, questionsOf } from '../fields/field-texts.ts';
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

const answerer = new CompanyAnswerer();
/** The prerendered state, also of the page in the other language. */
const BUILT = answerer.$view.get();

const LIST_HREF = '#parts';
const partHref = (part: Part): `#${string}` => `#part:${part}`;

export const CompanyPage = withErrorBoundary(CompanyPageIsland, { useShownLocale: usePageLocale });

function CompanyPageIsland() {
  const t = useText('parcel');
  const answering = useClientStore(answerer.$view, BUILT);
  useLink((link) => void answerer.open(link));
  const { phase, draft } = answering;
  const isOpen = draft !== null && (phase === 'working' || phase === 'sending');
  return (
    <div className={styles.page}>
      {isOpen ? (
        <OpenDraft answering={answering} draft={draft} />
      ) : (
        <>
          <ViewHeading view="closed">{t('company.answer.title')}</ViewHeading>
          <Closed answering={answering} />
        </>
      )}
      <KeptPrivate />
    </div>
  );
}

/** The link is being opened, or opens nothing. */
function Closed({ answering: { phase, percent, error } }: { answering: AnsweringCompany }) {
  const locale = useLocale();
  const t = useText('parcel');
  switch (phase) {
    case 'opening':
      return <LoadingBlock label={t('company.answer.looking')} />;
    case 'fetching':
      return <ProgressBar percent={percent} label={t('company.progress')} />;
    case 'failed':
      return (
        <Notice
          tone="error"
          title={t('company.answer.failed')}
          action={<Button onClick={() => void answerer.retry()}>{t('common.again')}</Button>}
        >
          {error && <p>{problemText(locale, error)}</p>}
        </Notice>
      );
    case 'working':
    case 'sending':
      return null;
    default:
      return (
        <Notice tone={phase === 'taken' ? 'success' : 'warning'} title={t(`company.answer.${phase}.title`)}>
          <p>{t(`company.answer.${phase}.text`)}</p>
        </Notice>
      );
  }
}

/** The part in the address; null for the list. Each is an entry of the browser's history. */
function usePart(parts: readonly Part[]): Part | null {
  const read = () => parts.find((part) => location.hash === partHref(part)) ?? null;
  const [part, setPart] = useState(read);
  useEffect(() => {
    const follow = () => setPart(read());
    // Astro's router dispatches popstate too.
    addEventListener('popstate', follow);
    addEventListener('hashchange', follow);
    return () => {
      removeEventListener('popstate', follow);
      removeEventListener('hashchange', follow);
    };
  });
  return part;
}

interface OpenDraftProps {
  answering: AnsweringCompany;
  draft: CompanyDraft;
}

function OpenDraft({ answering, draft }: OpenDraftProps) {
  const locale = useLocale();
  const t = useText('parcel');
  const { link, owner, revision } = useStore(draft.$draft);
  const part = usePart(link?.parts ?? []);
  if (!link) return null;
  const { type } = link;
  return (
    <>
      <ViewHeading view={part ?? 'list'}>
        {part ? askedTitle(locale, type, part) : t('company.answer.title')}
      </ViewHeading>
      {owner === 'elsewhere' ? (
        <Notice
          tone="warning"
          title={t('company.answer.elsewhere.title')}
          action={<Button onClick={() => void draft.takeOverDraft()}>{t('company.answer.elsewhere.take')}</Button>}
        >
          <p>{t('company.answer.elsewhere.text')}</p>
        </Notice>
      ) : part ? (
        <OpenPart key={`${part} ${revision}`} draft={draft} type={type} part={part} />
      ) : (
        <Parts answering={answering} draft={draft} />
      )}
    </>
  );
}

function OpenPart({ draft, type, part }: { draft: CompanyDraft; type: ApplicationType; part: Part }) {
  const t = useText('parcel');
  const answers = useMemo(() => companyAnswers(draft, type, part), [draft, type, part]);
  const openNext = async () => {
    await draft.flushDraft();
    const open = draft.states().find(({ state }) => state !== 'done');
    void navigate(open ? partHref(open.part) : LIST_HREF);
    return {};
  };
  return (
    <PartForm
      type={type}
      part={part}
      answers={answers}
      submitLabel={t('company.answer.save')}
      onSaved={openNext}
      notice={<SaveState draft={draft} />}
      aside={
        <a className="button button--link" href={LIST_HREF}>
          {t('company.answer.back')}
        </a>
      }
    />
  );
}

/** Whether the answers are saved on this device, in the style of a draft's state. */
function SaveState({ draft }: { draft: CompanyDraft }) {
  const t = useText('application');
  const { saveState, savedAt } = useStore(draft.$draft);
  const failed = saveState === 'failed';
  return (
    <p className="draft-state" data-state={saveState}>
      <span>{!failed && (savedAt ? t('draft.notSent', { time: writtenTime(savedAt) }) : t('draft.idle'))}</span>
      <output>{failed && t('draft.failed')}</output>
    </p>
  );
}

function Parts({ answering, draft }: OpenDraftProps) {
  const locale = useLocale();
  const t = useText('parcel');
  const application = useText('application');
  const { link, hasEdits } = useStore(draft.$draft);
  const { phase, index, percent, isEmpty } = answering;
  const states = draft.states();
  if (!link) return null;
  const { type, applicant, endsAt } = link;
  const missing = states.filter(({ state }) => state !== 'done');
  const numbers = { done: states.length - missing.length, count: states.length };
  const sentAll = index?.state === 'answered' && index.done.length === states.length;
  return (
    <>
      <p className="lead">
        {applicant
          ? t('company.answer.text', { applicant, interpolation: { escapeValue: false } })
          : t('company.answer.nameless')}
      </p>
      <p>
        {t('company.answer.limits', {
          count: minutesFor(type, link.parts, false),
          day: writtenDay(endsAt, textOf(locale, 'forms').find),
        })}
      </p>
      <PartGroup title={t('company.answer.parts')}>
        {states.map(({ part, state }) => (
          <li key={part}>
            <a href={partHref(part)}>{askedTitle(locale, type, part)}</a>
            <span className="part-state" data-state={state}>
              {application(`states.${state}`)}
            </span>
          </li>
        ))}
      </PartGroup>
      {missing.length > 0 && <Missing type={type} states={missing} />}
      {phase === 'sending' && <ProgressBar percent={percent} label={t('company.progress')} />}
      <SendState answering={answering} hasEdits={hasEdits} numbers={numbers} />
      {isEmpty && !draft.isWorthSending && (
        <Notice tone="error" title={t('company.answer.empty.title')}>
          <p>{t('company.answer.empty.text')}</p>
        </Notice>
      )}
      {(hasEdits || index?.state !== 'answered') && (
        <Button busy={phase === 'sending'} onClick={() => void answerer.send()}>
          {missing.length > 0
            ? t('company.answer.sendPart', numbers)
            : t(sentAll ? 'company.answer.sendAgain' : 'company.answer.send')}
        </Button>
      )}
    </>
  );
}

/** What is missing, with links. */
function Missing({ type, states }: { type: ApplicationType; states: readonly CompanyPart[] }) {
  const locale = useLocale();
  const t = useText('parcel');
  const words = { t: textOf(locale, 'forms'), type };
  const namesOf = ({ errors }: CompanyPart) =>
    questionsOf(Object.keys(errors))
      .map((name) => labelOf(words, name))
      .join(', ');
  return (
    <section className={`overview__group ${styles.wide}`} aria-labelledby="missing">
      <h2 id="missing">{t('company.answer.missing')}</h2>
      <ul>
        {states.map((progress) => {
          const [title, names] = [askedTitle(locale, type, progress.part), namesOf(progress)];
          return (
            <li key={progress.part}>
              <a href={partHref(progress.part)}>{title}</a>
              {names !== title && <span>{`: ${names}`}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface SendStateProps {
  answering: AnsweringCompany;
  hasEdits: boolean;
  numbers: { done: number; count: number };
}

/** What the applicant has, and why not everything. */
function SendState({ answering: { phase, index, isChanged, error }, hasEdits, numbers }: SendStateProps) {
  const locale = useLocale();
  const t = useText('parcel');
  if (isChanged) {
    return (
      <Notice
        tone="warning"
        title={t('company.answer.changed.title')}
        action={
          <Button kind="quiet" onClick={() => void answerer.loadSent()}>
            {t('company.answer.changed.load')}
          </Button>
        }
      >
        <p>{t('company.answer.changed.text')}</p>
      </Notice>
    );
  }
  if (error) {
    return (
      <Notice tone="error" title={t('company.answer.unsent')}>
        <p>{problemText(locale, error)}</p>
      </Notice>
    );
  }
  if (index?.state !== 'answered' || phase === 'sending') return null;
  const sent = { done: index.done.length, count: numbers.count };
  const isWhole = sent.done === sent.count;
  return (
    <Notice
      tone={isWhole && !hasEdits ? 'success' : 'warning'}
      title={t(isWhole ? 'company.answer.sent.title' : 'company.answer.sentPart.title', sent)}
    >
      <p>
        {t(
          hasEdits
            ? 'company.answer.sent.edited'
            : isWhole
              ? 'company.answer.sent.text'
              : 'company.answer.sentPart.text',
        )}
      </p>
    </Notice>
  );
}

/** A part's answers in the company's draft. */
function companyAnswers(draft: CompanyDraft, type: ApplicationType, part: Part): PartAnswers {
  return {
    initial: () => draft.formOf(part),
    opened: () => undefined,
    typed: (values) => draft.type(part, values),
    check: (values) => draft.check(part, values),
    mistakes: () =>
      Object.fromEntries(Object.entries(draft.check(part)).filter(([, codes]) => !codes.includes('required'))),
    save(values) {
      draft.type(part, values);
      return draft.check(part);
    },
    others: () => draft.answers,
    copies: draft.$draft.get().link?.parts ?? [],
    only: fieldsOfParts(type, [part]),
  };
}
