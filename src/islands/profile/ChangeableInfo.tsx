/**
 * The application while it is being changed: what a reviewer asks for, the form, or the choice between two editions of it.
 * Fetched when someone begins to change it.
 */
import { useEffect, useMemo } from 'react';
import { askedFields } from '../../domain/application/asked-fields.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { currentStatus, type StatusEntry } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $changes, keepOnLeave, NO_CHANGES, openChanges } from '../../stores/account/changes.ts';
import { $statusHistory } from '../../stores/account/record.ts';
import { loadPhoneCheck } from '../../stores/application/phone-check.ts';
import { textOf } from '../../stores/page-text.ts';
import { LoadingBlock } from '../ui/LoadingBlock.tsx';
import { useClientStore } from '../ui/use-client-store.ts';
import { AskedFields } from './AskedFields.tsx';
import { ChangeConflict } from './ChangeConflict.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { goToField } from './go-to-field.ts';
import { ReviewerNote } from './ReviewerNote.tsx';
import { waitsForApplicant } from './stage-words.ts';

const NOTHING: StatusEntry[] = [];

export interface ChangeableInfoProps {
  record: ApplicantRecord;
  locale: Locale;
  type: ApplicationType;
  /** The field to begin at; `''` for the beginning. */
  at: string;
  /** Back to reading. */
  onLeave: () => void;
}

export function ChangeableInfo({ record, locale, type, at, onLeave }: ChangeableInfoProps) {
  const { phase, conflict, round } = useClientStore($changes, NO_CHANGES);
  const entry = currentStatus(useClientStore($statusHistory, NOTHING));
  const asked = useMemo(() => askedFields(entry, type), [entry, type]);

  useEffect(() => {
    void loadPhoneCheck();
    return keepOnLeave();
  }, []);
  useEffect(() => void openChanges(record), [record]);

  if (phase === 'loading') return <LoadingBlock label={textOf(locale, 'auth')('person.change.opening')} lines={8} />;
  if (conflict) return <ChangeConflict locale={locale} type={type} />;
  return (
    <>
      {entry && waitsForApplicant(entry.status_type) && <ReviewerNote entry={entry} locale={locale} />}
      {entry?.status_type === 'rejected' && <p>{textOf(locale, 'auth')('person.change.againText')}</p>}
      <AskedFields names={asked} type={type} locale={locale} onFollow={goToField} />
      <ChangeForm key={round} locale={locale} type={type} at={at} asked={asked} onLeave={onLeave} />
    </>
  );
}
