/** The page of the submitted application, to read and to edit. Another type's page only links to the applicant's own. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type PresentedRow, presentApplication } from '../../domain/application/application-copy.ts';
import { type ApplicantRecord, fromRecord } from '../../domain/application/record.ts';
import { type ApplicationType, DEFAULT_TYPE } from '../../domain/application/types.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { isPhoto } from '../../domain/kinds/file.ts';
import type { FieldKind } from '../../domain/kinds/index.ts';
import { isFileValue, isNewFile } from '../../domain/kinds/kind.ts';
import { $applicationType, $changesSentAt, $changesTooLate, $editable } from '../../stores/account/record.ts';
import { canReadRecord } from '../../stores/account/session.ts';
import { unsentChanges } from '../../stores/account/unsent.ts';
import { pageText } from '../../stores/page-text.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useFocus } from '../ui/focus.ts';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { LoadingBlock } from '../ui/Loading.tsx';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useViewTitle } from '../ui/page-title.ts';
import { SummaryList, type SummaryRow } from '../ui/SummaryList.tsx';
import { EmailText, LinkedText } from '../ui/Texts.tsx';
import { usePageLocale } from '../ui/use-page-locale.ts';
import { PRINT_HASH } from '../ui/use-paper.ts';
import styles from './Change.module.css';
import { ChangeStart } from './ChangeRequest.tsx';
import { type ChangeNavigation, changeHref, personRoute, useChangePlace } from './change-place.ts';
import { FileLink, FileOpening } from './FileLink.tsx';
import { PaperHead } from './PaperHead.tsx';
import { RecordFrame } from './RecordFrame.tsx';
import recordSectionsStyles from './RecordSections.module.css';
import { useHistory } from './stage-words.ts';

export const PersonalInfo = withErrorBoundary(PersonalInfoIsland, {
  Help: LazyChangesRescue,
  useShownLocale: usePageLocale,
});

function PersonalInfoIsland({ type }: { type: ApplicationType }) {
  const changing = useChangePlace(type);
  const own = useClientStore($applicationType);
  return (
    <>
      <Heading type={type} changing={changing} />
      <RecordFrame>
        {(record) =>
          (own ?? DEFAULT_TYPE) === type ? (
            <OwnInfo record={record} type={type} changing={changing} />
          ) : (
            <OtherType own={own ?? DEFAULT_TYPE} isKnown={own !== null} />
          )
        }
      </RecordFrame>
      <FileOpening />
    </>
  );
}

/** The heading and title of the view: reading, the list of parts, or one part. It takes the focus at each navigation. */
function Heading({ type, changing: { place, isNavigated } }: { type: ApplicationType; changing: ChangeNavigation }) {
  const locale = useLocale();
  const t = useText('auth');
  const editable = useClientStore($editable, false);
  const own = useClientStore($applicationType) === type;
  const shown = editable && own ? place : null;
  const part = shown?.part && pageText(locale, 'forms')(`parts.${shown.part}.title`, { context: type });
  const title = part || t(shown ? 'person.change.title' : 'person.title');
  // Runs before the forms of the new view check the focus.
  const heading = useFocus<HTMLHeadingElement>(place, isNavigated);
  useViewTitle(title);
  return (
    <>
      {part && (
        <p className={styles.back}>
          <a href={changeHref(locale, type)}>{t('person.change.list')}</a>
        </p>
      )}
      <h1 className="profile-title" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {!shown && <p className="profile-lead">{t('person.lead')}</p>}
    </>
  );
}

function OtherType({ own, isKnown }: { own: ApplicationType; isKnown: boolean }) {
  const locale = useLocale();
  const t = useText('auth');
  return (
    <Notice
      tone="info"
      title={t('person.otherType')}
      action={
        <a className="text-button" href={localePath(locale, personRoute(own))}>
          {t('person.otherTypeAction')}
        </a>
      }
    >
      {isKnown && <p>{t('person.otherTypeText', { type: t(`types.${own}`) })}</p>}
    </Notice>
  );
}

const lazyRescue = lazyModule(() => import('./ChangesRescue.tsx'));

function LazyChangesRescue() {
  return <Lazy module={lazyRescue}>{({ ChangesRescue }) => <ChangesRescue />}</Lazy>;
}

const lazyForm = lazyModule(() => import('./ChangeableInfo.tsx'));

interface OwnInfoProps extends RecordSectionsProps {
  changing: ChangeNavigation;
}

function OwnInfo({ changing: { place, finish, replacePlace }, ...shown }: OwnInfoProps) {
  const { record, type } = shown;
  const t = useText('auth');
  const editable = useClientStore($editable, false);
  const savedAt = useClientStore($changesSentAt);
  const tooLate = useClientStore($changesTooLate);

  // The URL asks for a print: of what was sent, before the list of unsent changes takes its place.
  const [prints] = useState(() => location.hash === PRINT_HASH);

  const showChanges = useEffectEvent(() => {
    if (!place) replacePlace('list');
  });
  useEffect(() => {
    if (!editable) return;
    let cancelled = false;
    const offerUnsent = () =>
      void unsentChanges.exist(record.id).then((found) => {
        if (found && !cancelled) showChanges();
      });
    if (prints) addEventListener('afterprint', offerUnsent, { once: true });
    else offerUnsent();
    return () => {
      cancelled = true;
      removeEventListener('afterprint', offerUnsent);
    };
  }, [editable, record.id, prints]);
  // After changes are sent, the application is shown for reading; a part opened meanwhile stays open.
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
            <ChangeableInfo
              record={record}
              type={type}
              place={place}
              finish={finish}
              onLeave={() => replacePlace('reading', true)}
            />
          )}
        </Lazy>
      ) : (
        <>
          {editable && <ChangeStart type={type} onNear={lazyForm.load} />}
          <PaperHead record={record} />
          {!canReadRecord() && <p className="no-print">{t('person.file.hold')}</p>}
          <RecordSections {...shown} />
          {!editable && <ChangeByMessage />}
        </>
      )}
    </>
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

/** Announces that changes were saved, and takes the focus, since the form that had it may be gone. */
function ChangesSentNotice() {
  const t = useText('auth');
  // The first status came with the application itself, so it is left out.
  const context = useHistory().slice(1).at(-1)?.status_type;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className={styles.saved}>
      <Notice tone="success" title={t('person.change.savedTitle')} text={t('person.change.saved', { context })} />
    </div>
  );
}

interface RecordSectionsProps {
  record: ApplicantRecord;
  type: ApplicationType;
}

function RecordSections({ record, type }: RecordSectionsProps) {
  const locale = useLocale();
  const t = useText('forms');
  const values = fromRecord(type, record);
  const parts = presentApplication(type, values, { locale, t: t.find }).filter(({ part }) => part !== 'check');
  return (
    <div className={recordSectionsStyles.sections}>
      {parts.map(({ part, rows, items }) => (
        <section className={recordSectionsStyles.section} key={part} aria-labelledby={`part-${part}`}>
          <h2 id={`part-${part}`}>{t(`parts.${part}.title`, { context: type })}</h2>
          <SummaryList rows={recordedRows(rows, { ...record }, { ...values })} />
          {items.map(({ list, place, title, rows }) => (
            <div key={title}>
              <h3>{title}</h3>
              <SummaryList rows={recordedRows(rows, { ...record[list]?.[place] }, { ...values[list][place] })} />
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}

type Named = Record<string, unknown>;

/** @param recorded what the record has: answers that it omits are unknown @param values the same, read */
function recordedRows(rows: readonly PresentedRow[], recorded: Named, values: Named): SummaryRow[] {
  return rows.map(({ name, kind, label, value }) => {
    if (recorded[name] === undefined) return { key: name, label, value: <MissingAnswer isUnknown /> };
    return { key: name, label, value: recordedAnswer(kind, value, values[name]) };
  });
}

function recordedAnswer(kind: FieldKind, text: string, value: unknown): SummaryRow['value'] {
  if (isFileValue(value) && !isNewFile(value)) return <FileLink path={value.path} picture={isPhoto(kind)} />;
  if (!text) return <MissingAnswer />;
  return kind === 'email' ? <EmailText email={text} /> : text;
}

/** For a missing answer: none was given, or none is known. */
function MissingAnswer({ isUnknown = false }: { isUnknown?: boolean }) {
  const t = useText('auth');
  return <span className={recordSectionsStyles.empty}>{t(isUnknown ? 'person.unknown' : 'person.empty')}</span>;
}
