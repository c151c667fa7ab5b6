/**
 * The application while it is changed: the list of its parts, one of them, or the choice between two editions of it.
 * Fetched when someone begins to change it.
 */
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { askedFields } from '../../domain/application/asked-fields.ts';
import { partOf } from '../../domain/application/fields.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { currentStatus, type StatusEntry } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $changes, keepOnLeave, NO_CHANGES, openChanges } from '../../stores/account/changes.ts';
import { $statusHistory } from '../../stores/account/record.ts';
import { loadPhoneCheck } from '../../stores/application/phone-check.ts';
import { textOf } from '../../stores/page-text.ts';
import { waitForFiles } from '../fields/pending-files.ts';
import { LoadingBlock } from '../ui/Loading.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { ChangeConflict } from './ChangeConflict.tsx';
import { ChangeList } from './ChangeList.tsx';
import { ChangePart } from './ChangePart.tsx';
import type { ChangePlace } from './change-place.ts';

const NOTHING: StatusEntry[] = [];

export interface ChangeableInfoProps {
  record: ApplicantRecord;
  locale: Locale;
  type: ApplicationType;
  place: ChangePlace;
  /** Is told what a part that is left has to finish first. */
  finish: RefObject<() => Promise<unknown>>;
  /** Back to reading. */
  onLeave: () => void;
}

export function ChangeableInfo({ record, locale, type, place, finish, onLeave }: ChangeableInfoProps) {
  const { phase, conflict, round } = useClientStore($changes, NO_CHANGES);
  const entry = currentStatus(useClientStore($statusHistory, NOTHING));
  const asked = useMemo(() => askedFields(entry, type), [entry, type]);
  const [refused, setRefused] = useState<FieldErrors>({});

  useEffect(() => {
    void loadPhoneCheck();
    // A file that is being read would go with its field.
    finish.current = waitForFiles;
    return keepOnLeave();
  }, []);
  useEffect(() => void openChanges(record), [record]);

  if (phase === 'loading') return <LoadingBlock label={textOf(locale, 'auth')('person.change.opening')} lines={8} />;
  if (conflict) return <ChangeConflict locale={locale} type={type} />;
  const shared = { locale, type, entry, asked, refused };
  const { part, field } = place;
  if (!part) return <ChangeList key={round} {...shared} onRefused={setRefused} onLeave={onLeave} />;
  const mend = () =>
    setRefused((all) => Object.fromEntries(Object.entries(all).filter(([path]) => partOf(type, path) !== part)));
  return <ChangePart key={`${round} ${part} ${field}`} {...shared} part={part} field={field} onSaved={mend} />;
}
