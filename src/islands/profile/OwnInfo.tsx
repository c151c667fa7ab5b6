/**
 * The applicant's own application: to read until someone wants to change it, at once as a form when the address says so or
 * this device holds changes that were not sent. The form is fetched only then.
 */
import { useEffect, useRef, useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $editable, $progress, $savedAt, $tooLate } from '../../stores/account/record.ts';
import { hasUnsent } from '../../stores/account/unsent.ts';
import { textOf } from '../../stores/page-text.ts';
import { LoadingBlock } from '../ui/LoadingBlock.tsx';
import { later } from '../ui/later.ts';
import { Notice } from '../ui/Notice.tsx';
import { useViewTitle } from '../ui/page-title.ts';
import { useClientStore } from '../ui/use-client-store.ts';
import { WaitForPart } from '../ui/WaitForPart.tsx';
import type { ChangeableInfoProps } from './ChangeableInfo.tsx';
import { ChangeStart } from './ChangeStart.tsx';
import { readChangeHash } from './change-hash.ts';
import { RecordSections, type RecordSectionsProps } from './RecordSections.tsx';
import { SavedNotice } from './SavedNotice.tsx';

const laterForm = later(() => import('./ChangeableInfo.tsx'));

export function OwnInfo({ phone, ...shown }: RecordSectionsProps & { phone: string }) {
  const { record, locale, type } = shown;
  const t = textOf(locale, 'auth');
  const editable = useClientStore($editable, false);
  const status = useClientStore($progress, null);
  const savedAt = useClientStore($savedAt, null);
  const tooLate = useClientStore($tooLate, false);
  // Where the form begins; null while it is not wanted.
  const [at, setAt] = useState(() => readChangeHash(location.hash));
  const [back, setBack] = useState(false);
  const changing = editable && at !== null;
  useViewTitle(t(changing ? 'person.change.title' : 'person.title'));

  useEffect(() => {
    const follow = () => setAt((before) => readChangeHash(location.hash) ?? before);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    if (!editable) return;
    let gone = false;
    void hasUnsent(record.id).then((found) => {
      if (found && !gone) setAt((before) => before ?? '');
    });
    return () => {
      gone = true;
    };
  }, [editable, record.id]);
  // Sent, and gone on to another stage: the next change begins with reading.
  const stage = useRef(status);
  useEffect(() => {
    if (savedAt !== null && status !== stage.current) setAt(null);
    stage.current = status;
  }, [savedAt, status]);

  const begin = (field: string) => {
    setBack(false);
    setAt(field);
  };
  const leave = () => {
    // A reload must not open again what was closed.
    history.replaceState(history.state, '', location.pathname + location.search);
    setBack(true);
    setAt(null);
  };
  return (
    <>
      {savedAt !== null && <SavedNotice key={savedAt} locale={locale} />}
      {tooLate && !editable && (
        <Notice tone="warning" title={t('person.change.lateTitle')}>
          <p>{t('person.change.lateText', { phone })}</p>
        </Notice>
      )}
      {changing ? (
        <Changing record={record} locale={locale} type={type} at={at} onLeave={leave} />
      ) : (
        <>
          {editable && (
            <ChangeStart locale={locale} type={type} focused={back} onNear={laterForm.fetch} onStart={begin} />
          )}
          <RecordSections {...shown} />
          {!editable && <ChangeByPhone locale={locale} phone={phone} id={record.id} />}
        </>
      )}
    </>
  );
}

function Changing(props: ChangeableInfoProps) {
  const form = laterForm.use();
  if (!form) {
    return (
      <WaitForPart part={laterForm} locale={props.locale}>
        <LoadingBlock label={textOf(props.locale, 'auth')('person.change.opening')} lines={8} />
      </WaitForPart>
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
