/** All parts of the application with their states and links; before a type is chosen, that choice. */
import { navigate } from 'astro:transitions/client';
import { type SubmitEvent, useEffect, useState } from 'react';
import { PARTS, type Part } from '../../domain/application/fields.ts';
import { minutesFor } from '../../domain/application/minutes.ts';
import { documentsRoute, FIRST_PART, type PartProgress } from '../../domain/application/steps.ts';
import { APPLICATION_TYPES, type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import { LOCALES } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $draft, draftStore, waitForDraft } from '../../stores/application/draft.ts';
import { loadWords, pageText } from '../../stores/page-text.ts';
import { mistakesText } from '../fields/field-texts.ts';
import { PartGroup, PartRow } from '../fields/PartGroup.tsx';
import { Button } from '../ui/Button.tsx';
import { RadioGroup } from '../ui/ChoiceFields.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { focusField } from '../ui/focus.ts';
import { useLocale, useText } from '../ui/hooks.ts';
import { ProgressBar } from '../ui/Loading.tsx';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { ReloadedNotice } from '../ui/ReloadedNotice.tsx';
import { usePageLocale } from '../ui/use-page-locale.ts';
import { DraftGate } from './DraftGate.tsx';
import { LazyRescue } from './LazyNotice.tsx';
import { chooseHref, partHref } from './navigation.ts';
import { SavedDraft } from './SavedDraft.tsx';
import { useDraft, usePartStates } from './use-draft.ts';
import styles from './wizard.module.css';

await waitForDraft();

export const Overview = withErrorBoundary(OverviewIsland, { Help: LazyRescue, useShownLocale: usePageLocale });

function OverviewIsland() {
  const t = useText('application');
  return (
    <div className={styles.overview}>
      <ReloadedNotice />
      <h1 tabIndex={-1}>{t('overview.title')}</h1>
      <DraftGate>
        <Parts />
      </DraftGate>
    </div>
  );
}

function Parts() {
  const locale = useLocale();
  const t = useText('application');
  const type = useDraft((draft) => draft.type);
  const ready = useDraft((draft) => draft.phase !== 'loading');
  const states = usePartStates(type);

  useEffect(() => {
    const asked = readApplicationType(new URLSearchParams(location.search).get('type'));
    if (ready && asked) draftStore.chooseType(asked);
  }, [ready]);

  if (!ready) return null;
  if (!type) {
    const begin = (chosen: ApplicationType) => {
      const isNew = $draft.get().saved.length === 0;
      draftStore.chooseType(chosen);
      if (isNew) void navigate(partHref(locale, FIRST_PART, chosen));
    };
    return <TypeChoice onChoose={begin} />;
  }
  const open = states.filter(({ state }) => state !== 'done');
  return (
    <>
      <p className="lead">
        <span>{`${t('type.chosen', { type: t(`types.${type}.title`) })} `}</span>
        <a href={chooseHref(locale)}>{t('type.change')}</a>
      </p>
      <Progress type={type} open={open.map(({ part }) => part)} count={states.length} />
      {(['person', 'trip'] as const).map((group) => (
        <PartGroup key={group} title={t(`groups.${group}`)}>
          {states
            .filter(({ part }) => (PARTS[part].step === 1) === (group === 'person'))
            .map((progress) => (
              <Entry key={progress.part} type={type} progress={progress} />
            ))}
        </PartGroup>
      ))}
      <PartGroup title={t('groups.sending')}>
        <li>
          <a href={partHref(locale, 'check', type)}>{t('review.go')}</a>
          {open.length > 0 && <span className="part-state">{t('overview.waits', { count: open.length })}</span>}
        </li>
      </PartGroup>
      <SavedDraft />
      <p>
        <a className="text-button" href={localePath(locale, documentsRoute(type))}>
          {t('type.list')}
        </a>
      </p>
      <ParcelOffers />
    </>
  );
}

/** @param open the parts that are not done @param count of all parts */
function Progress({ type, open, count }: { type: ApplicationType; open: readonly Part[]; count: number }) {
  const locale = useLocale();
  const t = useText('application');
  const next = open[0] ?? 'check';
  const done = count - open.length;
  const wasSent = useDraft((draft) => draft.sentAt) !== null;
  const unsent =
    open.length > 0 ? t('overview.left', { count: minutesFor(type, [...open, 'check']) }) : t('overview.ready');
  const state = wasSent ? `${t('send.before.title')}. ${t('send.before.text')}` : unsent;
  return (
    <section className={styles.sum} aria-labelledby="overview-sum">
      <div>
        <h2 id="overview-sum">{t('overview.done', { done, count })}</h2>
        <p>{state}</p>
      </div>
      <ProgressBar percent={(done / count) * 100} label={t('overview.progress')} />
      <a className="button" href={partHref(locale, next, type)}>
        {next === 'check'
          ? t('review.go')
          : t('overview.goOn', { part: pageText(locale, 'forms')(`parts.${next}.title`, { context: type }) })}
      </a>
    </section>
  );
}

function Entry({ type, progress: { part, state, errors } }: { type: ApplicationType; progress: PartProgress }) {
  const locale = useLocale();
  const t = useText('application');
  const forms = useText('forms');
  const title = forms(`parts.${part}.title`, { context: type });
  const why = mistakesText({ t: forms, type }, errors, (count) => t('overview.more', { count }));
  return <PartRow href={partHref(locale, part, type)} title={title} state={state} why={why} />;
}

/** The short choice of the type, for a visitor who opened step 1 without one. */
function TypeChoice({ onChoose }: { onChoose: (type: ApplicationType) => void }) {
  const locale = useLocale();
  const t = useText('application');
  const [value, setValue] = useState('');
  const [missing, setMissing] = useState(false);
  const options = APPLICATION_TYPES.map((type) => ({
    value: type,
    label: t(`types.${type}.title`),
    hint: t(`types.${type}.text`),
  }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const type = APPLICATION_TYPES.find((known) => known === value);
    if (type) return onChoose(type);
    setMissing(true);
    focusField('application_type');
  };
  return (
    <form noValidate onSubmit={submit}>
      <RadioGroup
        name="application_type"
        label={t('type.question')}
        hint={
          <a className="text-button" href={chooseHref(locale)}>
            {t('type.compare')}
          </a>
        }
        error={missing && !value ? t('type.missing') : undefined}
        value={value}
        onChange={setValue}
        options={options}
      />
      <Button type="submit">{t('type.submit')}</Button>
    </form>
  );
}

const lazyOffers = lazyModule(async () => {
  const { supportsParcels } = await import('../../stores/parcel/supports-parcels.ts');
  if (!(await supportsParcels())) return null;
  // In every language, since the page may change its language.
  const [company, draft, kept] = await Promise.all([
    import('../parcel/CompanyAsker.tsx'),
    import('../parcel/DraftSender.tsx'),
    import('../parcel/KeptPrivate.tsx'),
    loadWords(LOCALES, ['parcel', 'forms']),
  ]);
  return { ...company, ...draft, ...kept };
});

function ParcelOffers() {
  return (
    <Lazy module={lazyOffers}>
      {({ CompanyAsker, DraftSender, KeptPrivate }) => (
        <>
          <CompanyAsker />
          <DraftSender />
          <KeptPrivate />
        </>
      )}
    </Lazy>
  );
}
