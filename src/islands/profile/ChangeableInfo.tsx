/**
 * Personal information that may be changed: to read until someone wants to change it; at once as a form when changes were
 * asked for, when the address says so, or when this device still holds changes that were not sent.
 */
import { type ReactNode, useEffect, useState } from 'react';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { currentStatus, type StatusEntry } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $changes, keepOnLeave, NO_CHANGES, openChanges } from '../../stores/account/changes.ts';
import { $statusHistory } from '../../stores/account/record.ts';
import { loadPhoneCheck } from '../../stores/application/phone-check.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { useClientStore } from '../ui/use-client-store.ts';
import { ChangeConflict } from './ChangeConflict.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { CHANGE_HASH } from './ChangeLink.tsx';
import { ReviewerNote } from './ReviewerNote.tsx';

const NOTHING: StatusEntry[] = [];

export interface ChangeableInfoProps {
  record: ApplicantRecord;
  locale: Locale;
  phone: string;
  type: ApplicationType;
  /** The application to read. */
  children: ReactNode;
}

export function ChangeableInfo({ record, locale, phone, type, children }: ChangeableInfoProps) {
  const t = textOf(locale, 'auth');
  const { phase, changed, conflict, round } = useClientStore($changes, NO_CHANGES);
  const entry = currentStatus(useClientStore($statusHistory, NOTHING));
  const asked = entry?.status_type === 'changes_requested';
  const [wanted, setWanted] = useState(() => location.hash === CHANGE_HASH);

  useEffect(() => {
    void loadPhoneCheck();
    return keepOnLeave();
  }, []);
  useEffect(() => void openChanges(record), [record]);

  if (phase === 'loading') return children;
  if (conflict) return <ChangeConflict locale={locale} type={type} />;
  if (!asked && !wanted && changed.length === 0) {
    return (
      <>
        <div className="button-row">
          <Button onClick={() => setWanted(true)}>{t('person.change.start')}</Button>
        </div>
        {children}
      </>
    );
  }
  return (
    <>
      {asked && <ReviewerNote entry={entry} locale={locale} />}
      <ChangeForm key={round} locale={locale} phone={phone} type={type} onLeave={() => setWanted(false)} />
    </>
  );
}
