/** The applicant's application, editable if the URL requests it or unsent changes are stored here. The form is lazy-loaded. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StatusEntry } from '../../domain/application/status.ts';
import { formatInstantInZone } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import {
  $changesSentAt,
  $changesTooLate,
  $editable,
  $recordReadAt,
  $statusHistory,
} from '../../stores/account/record.ts';
import { hasUnsentChanges } from '../../stores/account/unsent.ts';
import { textOf } from '../../stores/page-text.ts';
import { LoadingBlock } from '../ui/Loading.tsx';
import { LazyFallback, lazyModule } from '../ui/lazy.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { PRINT_HASH, usePrintTitle } from '../ui/use-paper.ts';
import styles from './Change.module.css';
import type { ChangeableInfoProps } from './ChangeableInfo.tsx';
import { ChangeStart } from './ChangeRequest.tsx';
import type { ChangeNavigation } from './change-place.ts';
import { RecordSections, type RecordSectionsProps } from './RecordSections.tsx';

const lazyForm = lazyModule(() => import('./ChangeableInfo.tsx'));

interface OwnInfoProps extends RecordSectionsProps {
  phone: string;
  changing: ChangeNavigation;
}

export function OwnInfo({ phone, changing: { place, finish, replacePlace }, ...shown }: OwnInfoProps) {
  const { record, locale, type } = shown;
  const t = textOf(locale, 'auth');
  const editable = useClientStore($editable, false);
  const savedAt = useClientStore($changesSentAt, null);
  const tooLate = useClientStore($changesTooLate, false);

  // The URL asks for a copy: of what was sent, and before the list of unsent changes takes its place.
  const [prints] = useState(() => location.hash === PRINT_HASH);

  const showChanges = useEffectEvent(() => {
    if (!place) replacePlace('list');
  });
  useEffect(() => {
    if (!editable) return;
    let cancelled = false;
    const offerUnsent = () =>
      void hasUnsentChanges(record.id).then((found) => {
        if (found && !cancelled) showChanges();
      });
    if (prints) addEventListener('afterprint', offerUnsent, { once: true });
    else offerUnsent();
    return () => {
      cancelled = true;
      removeEventListener('afterprint', offerUnsent);
    };
  }, [editable, record.id, prints]);
  // After changes are sent, the application is shown for reading; a part that was opened meanwhile stays open.
  const sent = useRef(savedAt);
  const showAnswers = useEffectEvent(() => {
    if (!place?.part) replacePlace('reading');
  });
  useEffect(() => {
    if (savedAt !== sent.current) showAnswers();
    sent.current = savedAt;
  }, [savedAt]);

  return (
    <>
      {savedAt !== null && !(editable && place) && <ChangesSentNotice key={savedAt} locale={locale} />}
      {tooLate && !editable && (
        <Notice tone="warning" title={t('person.change.lateTitle')}>
          <p>{t('person.change.lateText', { phone })}</p>
        </Notice>
      )}
      {editable && place ? (
        <ChangingInfo {...{ record, locale, type, place, finish }} onLeave={() => replacePlace('reading', true)} />
      ) : (
        <>
          {editable && <ChangeStart locale={locale} type={type} onNear={lazyForm.load} />}
          <PaperHead record={record} locale={locale} />
          <RecordSections {...shown} />
          {!editable && <ChangeByPhone locale={locale} phone={phone} id={record.id} />}
        </>
      )}
    </>
  );
}

/** In print: whose answers these are, and as of when. */
function PaperHead({ record: { id }, locale }: Pick<RecordSectionsProps, 'record' | 'locale'>) {
  const t = textOf(locale, 'auth');
  const readAt = useClientStore($recordReadAt, null);
  usePrintTitle(t('person.fileName', { id }));
  return (
    <p className="print-only">
      <b translate="no">{`${t('home.reference')} ${id}`}</b>
      <span>{readAt !== null && `, ${formatInstantInZone(new Date(readAt).toISOString(), locale)}`}</span>
    </p>
  );
}

function ChangingInfo(props: ChangeableInfoProps) {
  const form = lazyForm.use();
  if (!form) {
    return (
      <LazyFallback module={lazyForm} locale={props.locale}>
        <LoadingBlock label={textOf(props.locale, 'auth')('person.change.opening')} lines={8} />
      </LazyFallback>
    );
  }
  return <form.ChangeableInfo {...props} />;
}

function ChangeByPhone({ locale, phone, id }: { locale: Locale; phone: string; id: string }) {
  return (
    <Notice tone="info">
      <p>{textOf(locale, 'auth')('person.changeNote', { phone, id })}</p>
    </Notice>
  );
}

const NOTHING: StatusEntry[] = [];

/** Announces saved changes, and takes the focus: the form that had it may be gone. */
function ChangesSentNotice({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'auth');
  // The first status came with the application itself, not with a change of it.
  const context = useClientStore($statusHistory, NOTHING).slice(1).at(-1)?.status_type;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className={styles.saved}>
      <Notice tone="success" title={t('person.change.savedTitle')}>
        <p>{t('person.change.saved', { context })}</p>
      </Notice>
    </div>
  );
}
