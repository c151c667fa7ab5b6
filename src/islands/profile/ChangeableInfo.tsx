/** The application in edit mode: the parts, one of them, or the choice between two versions. Lazy-loaded. */
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { answerText } from '../../domain/application/answers.ts';
import { askedFields } from '../../domain/application/asked-fields.ts';
import { fieldLabel } from '../../domain/application/field-names.ts';
import { FIELDS, type FieldName, isListName, partOf } from '../../domain/application/fields.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { $changes, changeStore, NO_CHANGES, saveOnLeave } from '../../stores/account/changes.ts';
import { loadPhoneCheck } from '../../stores/application/phone-check.ts';
import { textOf } from '../../stores/page-text.ts';
import { waitForFiles } from '../fields/pending-files.ts';
import { Button } from '../ui/Button.tsx';
import { LoadingBlock } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { ChangeList } from './ChangeList.tsx';
import { ChangePart } from './ChangePart.tsx';
import type { ChangePlace } from './change-place.ts';
import { useCurrentStatus } from './use-history.ts';

export interface ChangeableInfoProps {
  record: ApplicantRecord;
  type: ApplicationType;
  place: ChangePlace;
  /** Set here: what has to finish before a part is left. */
  finish: RefObject<() => Promise<unknown>>;
  /** Returns to reading. */
  onLeave: () => void;
}

export function ChangeableInfo({ record, type, place, finish, onLeave }: ChangeableInfoProps) {
  const locale = useLocale();
  const { phase, conflict, formVersion } = useClientStore($changes, NO_CHANGES);
  const entry = useCurrentStatus();
  const asked = useMemo(() => askedFields(entry, type), [entry, type]);
  const [refused, setRefused] = useState<FieldErrors>({});

  useEffect(() => {
    void loadPhoneCheck();
    // A file that is being read would be lost with its field.
    finish.current = waitForFiles;
    return saveOnLeave();
  }, [finish]);
  useEffect(() => void changeStore.openChanges(record), [record]);

  if (phase === 'loading') return <LoadingBlock label={textOf(locale, 'auth')('person.change.opening')} lines={8} />;
  if (conflict) return <ChangeConflict type={type} />;
  const shared = { locale, type, entry, asked, refused };
  const { part, field } = place;
  if (!part) return <ChangeList key={formVersion} {...shared} onRefused={setRefused} onLeave={onLeave} />;
  const clearRefused = () =>
    setRefused((all) => Object.fromEntries(Object.entries(all).filter(([path]) => partOf(type, path) !== part)));
  return (
    <ChangePart key={`${formVersion} ${part} ${field}`} {...shared} part={part} field={field} onSaved={clearRefused} />
  );
}

/** After a change elsewhere: the choice between the stored version and the applicant's changes on top of it. */
function ChangeConflict({ type }: { type: ApplicationType }) {
  const locale = useLocale();
  const t = useText('auth');
  const words = { t: textOf(locale, 'forms'), type };
  const shown = (name: string, value: unknown) => {
    if (isListName(name)) return t('person.change.entries', { count: (value as unknown[]).length });
    return answerText(FIELDS[name as FieldName].kind, value, { t: words.t.find, locale }) || t('person.empty');
  };
  const rows = changeStore.changeDifferences().map(({ name, stored, mine }) => ({
    key: name,
    label: fieldLabel(words.t.find, type, name),
    value: (
      <>
        <span>{t('person.change.storedIs', { value: shown(name, stored) })}</span>
        <br />
        <span>{t('person.change.mineIs', { value: shown(name, mine) })}</span>
      </>
    ),
  }));
  return (
    <>
      <Notice tone="warning" title={t('person.change.conflictTitle')}>
        <p>{t('person.change.conflictText')}</p>
      </Notice>
      <SummaryList rows={rows} />
      <div className="button-row">
        <Button onClick={() => void changeStore.rebaseChanges()}>{t('person.change.keepMine')}</Button>
        <Button kind="quiet" onClick={() => void changeStore.discardChanges()}>
          {t('person.change.showStored')}
        </Button>
      </div>
    </>
  );
}
