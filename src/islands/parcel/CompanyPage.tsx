/** The page of a company's link: the application's form for the requested parts, and nothing else of the application. */
import { navigate } from 'astro:transitions/client';
import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import type { Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { minutesFor } from '../../domain/application/minutes.ts';
import type { PartProgress } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { writtenDay } from '../../domain/i18n/dates.ts';
import { fieldsOfParts } from '../../domain/parcel/company-parts.ts';
import { pageText } from '../../stores/page-text.ts';
import { CompanyAnswerer } from '../../stores/parcel/company-answerer.ts';
import type { CompanyDraft } from '../../stores/parcel/company-draft.ts';
import { labelOf, mistakesText, questionsOf } from '../fields/field-texts.ts';
import { PartForm } from '../fields/form/PartForm.tsx';
import { LazyDatabaseNotice, useIsOutdated } from '../fields/LazyDatabaseNotice.tsx';
import { PartGroup, PartRow } from '../fields/PartGroup.tsx';
import type { PartAnswers } from '../fields/part-context.tsx';
import { pendingFiles } from '../fields/pending-files.ts';
import { SaveState } from '../fields/SaveState.tsx';
import { Button } from '../ui/Button.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { ProgressBar } from '../ui/Loading.tsx';
import { usePageLocale } from '../ui/use-page-locale.ts';
import { ViewHeading } from '../ui/ViewHeading.tsx';
import { askedTitle } from './asked-title.ts';
import { KeptPrivate } from './KeptPrivate.tsx';
import { LinkState, useLink } from './LinkState.tsx';
import styles from './link-page.module.css';

const answerer = new CompanyAnswerer();
type AnsweringCompany = ReturnType<typeof answerer.$view.get>;
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
  const isOutdated = useIsOutdated();
  const isOpen = draft !== null && (phase === 'working' || phase === 'sending');
  return (
    <div className={styles.page}>
      <LazyDatabaseNotice />
      {isOutdated ? (
        <ViewHeading view="closed">{t('company.answer.title')}</ViewHeading>
      ) : isOpen ? (
        <OpenDraft answering={answering} draft={draft} />
      ) : (
        <>
          <ViewHeading view="closed">{t('company.answer.title')}</ViewHeading>
          <LinkState side="company.answer" view={answering} onRetry={() => void answerer.retry()} />
        </>
      )}
      <KeptPrivate />
    </div>
  );
}

/** The part in the address; null for the list. Each part is an entry in the browser's history. */
function usePart(parts: readonly Part[]): Part | null {
  const read = () => parts.find((part) => location.hash === partHref(part)) ?? null;
  const [part, setPart] = useState(read);
  useEffect(() => {
    const follow = async () => {
      // A file that is being read would be lost when its part is left.
      await pendingFiles.wait();
      setPart(read());
    };
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
        <LinkState
          side="company.answer"
          view={{ phase: 'elsewhere' }}
          action={<Button onClick={() => void draft.takeOverDraft()}>{t('company.answer.elsewhere.take')}</Button>}
        />
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
  const application = useText('application');
  const { saveState, savedAt } = useStore(draft.$draft);
  const answers = useMemo(() => companyAnswers(draft, type, part), [draft, type, part]);
  const openNext = async (_: FormState, isOpen: () => boolean) => {
    await draft.flushDraft();
    if (!isOpen()) return {};
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
      notice={
        <SaveState
          saveState={saveState}
          savedAt={savedAt}
          fault={saveState === 'failed' && application('draft.failed')}
        />
      }
      aside={
        <a className="button button--link" href={LIST_HREF}>
          {t('company.answer.back')}
        </a>
      }
    />
  );
}

function Parts({ answering, draft }: OpenDraftProps) {
  const locale = useLocale();
  const t = useText('parcel');
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
          day: writtenDay(endsAt, pageText(locale, 'forms').find),
        })}
      </p>
      <PartGroup title={t('company.answer.parts')}>
        {states.map((progress) => (
          <Row key={progress.part} type={type} progress={progress} />
        ))}
      </PartGroup>
      {phase === 'sending' && <ProgressBar percent={percent} label={t('common.progress')} />}
      <SendState answering={answering} hasEdits={hasEdits} count={states.length} />
      {isEmpty && !draft.isWorthSending && <LinkState side="company.answer" view={{ phase: 'empty' }} />}
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

function Row({ type, progress: { part, state, errors } }: { type: ApplicationType; progress: PartProgress }) {
  const locale = useLocale();
  const words = { t: pageText(locale, 'forms'), type };
  const title = askedTitle(locale, type, part);
  const names = questionsOf(Object.keys(errors)).map((name) => labelOf(words, name));
  const missing = `${pageText(locale, 'parcel')('company.answer.missing')}: ${names.join(', ')}`;
  const more = (count: number) => pageText(locale, 'application')('overview.more', { count });
  const why = state === 'attention' ? mistakesText(words, errors, more) : state === 'started' ? missing : '';
  return <PartRow href={partHref(part)} title={title} state={state} why={why} />;
}

function SendState({ answering, hasEdits, count }: { answering: AnsweringCompany; hasEdits: boolean; count: number }) {
  const t = useText('parcel');
  const { phase, index, isChanged, refusal } = answering;
  const state = (shown: string) => ({ side: 'company.answer', view: { phase: shown, refusal } }) as const;
  if (isChanged) {
    return (
      <LinkState
        {...state('changed')}
        action={
          <Button kind="quiet" onClick={() => void answerer.loadSent()}>
            {t('company.answer.changed.load')}
          </Button>
        }
      />
    );
  }
  if (refusal) return <LinkState {...state('unsent')} />;
  if (index?.state !== 'answered' || phase === 'sending') return null;
  const done = index.done.length;
  const sent = done < count ? 'sentPart' : hasEdits ? 'edited' : 'sent';
  return <LinkState {...state(sent)} values={{ done, count }} text={hasEdits && t('company.answer.edited.text')} />;
}

function companyAnswers(draft: CompanyDraft, type: ApplicationType, part: Part): PartAnswers {
  return {
    initial: () => draft.formOf(part),
    opened: () => undefined,
    typed: (values, path) => draft.type(part, values, path),
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
