/** The page of a draft's link: shows its content, asks before it replaces a draft, and moves it here. */
import { useStore } from '@nanostores/react';
import type { StoreValue } from 'nanostores';
import { fieldLabel } from '../../domain/application/field-names.ts';
import { UNKNOWN_FIELD } from '../../domain/application/fit-form.ts';
import { countParts, WIZARD_ROUTES } from '../../domain/application/steps.ts';
import { writtenDay, writtenTime } from '../../domain/i18n/dates.ts';
import { LOCALES } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import type { DraftIndex } from '../../domain/parcel/contents.ts';
import { $draft, draftStore, waitForDraft } from '../../stores/application/draft.ts';
import { loadWords, pageText } from '../../stores/page-text.ts';
import { DraftReceiverStore as Receiver } from '../../stores/parcel/draft-receiver.ts';
import { questionsOf } from '../fields/field-texts.ts';
import { LazyDatabaseNotice } from '../fields/LazyDatabaseNotice.tsx';
import { Button } from '../ui/Button.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { Notice } from '../ui/Notice.tsx';
import { usePageLocale } from '../ui/use-page-locale.ts';
import { KeptPrivate } from './KeptPrivate.tsx';
import { LinkState, useLink } from './LinkState.tsx';
import styles from './link-page.module.css';

const draftReceiver = new Receiver();
type ReceivingDraft = StoreValue<typeof draftReceiver.$view>;
/** The prerendered state, also of the page in the other language. */
const BUILT = draftReceiver.$view.get();

export const DraftReceiver = withErrorBoundary(DraftReceiverIsland, { useShownLocale: usePageLocale });

function DraftReceiverIsland() {
  const t = useText('parcel');
  const receiving = useClientStore(draftReceiver.$view, BUILT);
  useLink((link) => void waitForDraft().then(() => draftReceiver.open(link)));
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{t('draft.receive.title')}</h1>
      <LazyDatabaseNotice />
      <Receiving receiving={receiving} />
      <KeptPrivate />
    </div>
  );
}

function Receiving({ receiving }: { receiving: ReceivingDraft }) {
  const locale = useLocale();
  const t = useText('parcel');
  const { phase, index, dropped } = receiving;
  const state = { side: 'draft.receive', view: receiving } as const;
  switch (phase) {
    case 'opened':
      return index && <ReceivedDraft index={index} />;
    case 'opening':
    case 'moving':
    case 'stopped':
    case 'failed':
    case 'refused':
      return <LinkState {...state} onRetry={() => void draftReceiver.retry()} />;
    case 'arrived':
      return (
        <LinkState {...state} text={dropped.length > 0 && t('draft.receive.arrived.dropped')} action={<OverviewLink />}>
          <Dropped paths={dropped} />
        </LinkState>
      );
    default:
      return (
        <LinkState {...state} action={<OverviewLink own />}>
          {phase === 'used' && (
            <p>
              <a href={localePath(locale, '/help/contact')}>{t('draft.receive.write')}</a>
            </p>
          )}
        </LinkState>
      );
  }
}

function Dropped({ paths }: { paths: readonly string[] }) {
  const t = useText('application');
  const words = useText('forms').find;
  const { type } = useStore($draft);
  if (paths.length === 0) return null;
  return (
    <ul>
      {questionsOf(paths).map((name) => (
        <li key={name}>{name === UNKNOWN_FIELD ? t('draft.dropped.other') : fieldLabel(words, type, name)}</li>
      ))}
    </ul>
  );
}

function OverviewLink({ own = false }: { own?: boolean }) {
  const locale = useLocale();
  return (
    <a className="button" href={localePath(locale, WIZARD_ROUTES.overview)}>
      {pageText(locale, 'parcel')(own ? 'draft.receive.own' : 'draft.receive.goOn')}
    </a>
  );
}

function ReceivedDraft({ index }: { index: DraftIndex }) {
  const t = useText('parcel');
  const own = useStore($draft);
  // A draft that this page can't read is not replaced without a warning.
  if (own.phase === 'unavailable') {
    return <LinkState side="draft.receive" view={{ phase: 'unknown' }} action={<OverviewLink own />} />;
  }
  return (
    <>
      <Summary title={t('draft.receive.inIt')} what={{ ...index, files: index.files.length - 1 }} />
      {own.savedAt && (
        <Notice
          tone="warning"
          title={t('draft.receive.replaces')}
          action={
            <span className="button-row">
              <Lazy module={lazyCopy}>{({ DraftCopy }) => <DraftCopy />}</Lazy>
            </span>
          }
        >
          <Summary
            title={t('draft.receive.here')}
            what={{ type: own.type, savedAt: own.savedAt, ...countParts(draftStore.partStates()) }}
          />
          <p>{t('draft.receive.copy')}</p>
        </Notice>
      )}
      <p>{t('draft.receive.once')}</p>
      <Button onClick={() => void draftReceiver.move()}>
        {t(own.savedAt ? 'draft.receive.replace' : 'draft.receive.start')}
      </Button>
    </>
  );
}

const lazyCopy = lazyModule(async () => {
  const [copy] = await Promise.all([import('./DraftCopy.tsx'), loadWords(LOCALES, ['application'])]);
  return copy;
});

interface SummaryProps {
  title: string;
  what: Pick<DraftIndex, 'type' | 'done' | 'started' | 'parts' | 'savedAt'> & { files?: number };
}

function Summary({ title, what: { type, done, started, parts, savedAt, files } }: SummaryProps) {
  const application = useText('application');
  const forms = useText('forms');
  const t = useText('parcel');
  return (
    <div className={styles.summary}>
      <p>
        <strong>{title}</strong>
      </p>
      <ul>
        <li>{type ? application(`types.${type}.title`) : t('draft.receive.noType')}</li>
        <li>{t('draft.receive.done', { done, parts })}</li>
        {started > 0 && <li>{t('draft.receive.started', { count: started })}</li>}
        {savedAt !== null && (
          <li>{t('draft.receive.saved', { day: writtenDay(savedAt, forms.find), time: writtenTime(savedAt) })}</li>
        )}
        {files !== undefined && <li>{t('draft.receive.files', { count: files })}</li>}
      </ul>
    </div>
  );
}
