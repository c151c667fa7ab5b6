/** The applicant's application, editable if the URL requests it or unsent changes are stored here. The form is lazy-loaded. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatInstant } from '../../domain/i18n/dates.ts';
import { $changesSentAt, $changesTooLate, $editable, $recordReadAt } from '../../stores/account/record.ts';
import { hasUnsentChanges } from '../../stores/account/unsent.ts';
import { LinkedText } from '../ui/LinkedText.tsx';
import { LoadingBlock } from '../ui/Loading.tsx';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { PRINT_HASH, usePrintTitle } from '../ui/use-paper.ts';
import styles from './Change.module.css';
import { ChangeStart } from './ChangeRequest.tsx';
import type { ChangeNavigation } from './change-place.ts';
import { RecordSections, type RecordSectionsProps } from './RecordSections.tsx';
import { useHistory } from './use-history.ts';

const lazyForm = lazyModule(() => import('./ChangeableInfo.tsx'));

interface OwnInfoProps extends RecordSectionsProps {
  changing: ChangeNavigation;
}

export function OwnInfo({ changing: { place, finish, replacePlace }, ...shown }: OwnInfoProps) {
  const { record, type } = shown;
  const t = useText('auth');
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
      {savedAt !== null && !(editable && place) && <ChangesSentNotice key={savedAt} />}
      {tooLate && !editable && (
        <Notice tone="warning" title={t('person.change.lateTitle')}>
          <p>
            <LinkedText text={t('person.change.lateText')} />
          </p>
        </Notice>
      )}
      {editable && place ? (
        <Lazy module={lazyForm} loading={<LoadingBlock label={t('person.change.opening')} lines={8} />}>
          {({ ChangeableInfo }) => (
            <ChangeableInfo {...{ record, type, place, finish }} onLeave={() => replacePlace('reading', true)} />
          )}
        </Lazy>
      ) : (
        <>
          {editable && <ChangeStart type={type} onNear={lazyForm.load} />}
          <PaperHead record={record} />
          <RecordSections {...shown} />
          {!editable && <ChangeByMessage />}
        </>
      )}
    </>
  );
}

/** In print: whose answers these are, and as of when. */
function PaperHead({ record: { id } }: Pick<RecordSectionsProps, 'record'>) {
  const locale = useLocale();
  const t = useText('auth');
  const readAt = useClientStore($recordReadAt, null);
  usePrintTitle(t('person.fileName', { id }));
  return (
    <p className="print-only">
      <b translate="no">{`${t('home.reference')} ${id}`}</b>
      <span>{readAt !== null && `, ${formatInstant(new Date(readAt).toISOString(), locale)}`}</span>
    </p>
  );
}

function ChangeByMessage() {
  const t = useText('auth');
  return (
    <Notice tone="info">
      <p>
        <LinkedText text={t('person.changeNote')} />
      </p>
    </Notice>
  );
}

/** Announces saved changes, and takes the focus: the form that had it may be gone. */
function ChangesSentNotice() {
  const t = useText('auth');
  // The first status came with the application itself, not with a change of it.
  const context = useHistory().slice(1).at(-1)?.status_type;
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
