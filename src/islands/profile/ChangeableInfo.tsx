/** The application while it is edited: its parts, one of them, or the choice between two versions. Loaded on request. */
import { navigate } from 'astro:transitions/client';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { answerText } from '../../domain/application/answers.ts';
import { askedFields, askedPaths, askedUnchanged, changeableParts } from '../../domain/application/asked-fields.ts';
import { fieldLabel } from '../../domain/application/field-names.ts';
import { FIELDS, type FieldName, fieldsOf, isListName, type Part, partOf } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import type { StatusEntry } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { $changes, changeStore, saveOnLeave } from '../../stores/account/changes.ts';
import { loadPhoneCheck } from '../../stores/application/phone-check.ts';
import { pageText } from '../../stores/page-text.ts';
import { PartForm } from '../fields/form/PartForm.tsx';
import { LazyDatabaseNotice, useIsOutdated } from '../fields/LazyDatabaseNotice.tsx';
import type { PartAnswers } from '../fields/part-context.tsx';
import { pendingFiles } from '../fields/pending-files.ts';
import { SaveState } from '../fields/SaveState.tsx';
import { usePhoneTool } from '../parcel/PhoneTool.tsx';
import { Button } from '../ui/Button.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { LoadingBlock } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';
import styles from './Change.module.css';
import { ChangeList } from './ChangeList.tsx';
import { ReviewerNote } from './ChangeRequest.tsx';
import { type ChangePlace, changeHref } from './change-place.ts';
import { useCurrentStatus } from './stage-words.ts';

interface ChangeableInfoProps {
  record: ApplicantRecord;
  type: ApplicationType;
  place: ChangePlace;
  /** This component sets it: what has to finish before a part is left. */
  finish: RefObject<() => Promise<unknown>>;
  /** Returns to the view for reading. */
  onLeave: () => void;
}

export function ChangeableInfo({ record, type, place, finish, onLeave }: ChangeableInfoProps) {
  const locale = useLocale();
  const { phase, conflict, formVersion } = useClientStore($changes);
  const isOutdated = useIsOutdated();
  const entry = useCurrentStatus();
  const asked = useMemo(() => askedFields(entry, type), [entry, type]);
  const [refused, setRefused] = useState<FieldErrors>({});
  /** For the form of a part, which stays mounted while this component renders. */
  const latest = useRef(refused);
  latest.current = refused;

  useEffect(() => {
    void loadPhoneCheck();
    // A file that is being read would be lost with its field.
    finish.current = pendingFiles.wait;
    changeStore.waitFor(pendingFiles.wait);
    return saveOnLeave();
  }, [finish]);
  useEffect(() => void changeStore.openChanges(record), [record]);

  if (isOutdated) return <LazyDatabaseNotice />;
  if (phase === 'loading') {
    return (
      <>
        <LazyDatabaseNotice />
        <LoadingBlock label={pageText(locale, 'auth')('person.change.opening')} lines={8} />
      </>
    );
  }
  if (conflict) return <ChangeConflict type={type} />;
  const clearRefused = (belongs: (path: string) => boolean) =>
    setRefused((all) => Object.fromEntries(Object.entries(all).filter(([path]) => !belongs(path))));
  const fill = (values: FormState) => {
    changeStore.fillChanges(values);
    clearRefused((path) => path in values);
  };
  const shared = { type, entry, asked, fill };
  const { part, field } = place;
  if (!part) {
    return <ChangeList key={formVersion} {...shared} refused={refused} onRefused={setRefused} onLeave={onLeave} />;
  }
  return (
    <ChangePart
      key={`${formVersion} ${part} ${field}`}
      {...shared}
      part={part}
      field={field}
      marks={() => ({ refused: latest.current, lost: [] })}
      setMarks={(marks) => setRefused(marks.refused)}
      onSaved={() => clearRefused((path) => partOf(type, path) === part)}
    />
  );
}

/** After a change elsewhere: the choice between the stored version and the applicant's changes on top of it. */
function ChangeConflict({ type }: { type: ApplicationType }) {
  const locale = useLocale();
  const t = useText('auth');
  const words = { t: pageText(locale, 'forms'), type };
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
      <Notice tone="warning" title={t('person.change.conflictTitle')} text={t('person.change.conflictText')} />
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

interface ChangePartProps extends Required<Pick<PartAnswers, 'fill' | 'marks' | 'setMarks'>> {
  type: ApplicationType;
  part: Part;
  /** Form path of the first question to focus. */
  field: string | undefined;
  entry: StatusEntry | null;
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  onSaved: () => void;
}

function ChangePart({ type, part, field, entry, asked, onSaved, ...form }: ChangePartProps) {
  const locale = useLocale();
  const t = useText('auth');
  const { changed, saveState, savedAt } = useClientStore($changes);
  const isAsked = asked.some((name) => partOf(type, name) === part);
  const next = isAsked ? nextAsked(type, part, askedUnchanged(asked, changed)) : undefined;
  const nextPart = next && partOf(type, next);
  const current = useRef(locale);
  current.current = locale;
  const fileTool = usePhoneTool(type);

  const openNext = async (_: FormState, isOpen: () => boolean): Promise<FieldErrors> => {
    await changeStore.flushChanges();
    onSaved();
    if (isOpen()) void navigate(changeHref(current.current, type, { field: next }));
    return {};
  };
  return (
    <div className={`form ${styles.part}`}>
      {isAsked && entry && <ReviewerNote entry={entry} />}
      <PartForm
        type={type}
        part={part}
        answers={changeAnswers(type, part, { asked: askedPaths(asked, type), ...form })}
        submitLabel={
          nextPart
            ? t('person.change.saveNext', {
                part: pageText(locale, 'forms')(`parts.${nextPart}.title`, { context: type }),
              })
            : t('person.change.save')
        }
        onSaved={openNext}
        focusFirst={field}
        fileTool={fileTool}
        notice={
          <SaveState
            saveState={saveState}
            savedAt={savedAt}
            fault={saveState === 'failed' && t('person.change.notKept')}
          />
        }
      />
    </div>
  );
}

function nextAsked(type: ApplicationType, part: Part, left: readonly FieldName[]): FieldName | undefined {
  const parts: (Part | null)[] = changeableParts(type);
  return left.find((name) => parts.indexOf(partOf(type, name)) > parts.indexOf(part));
}

type Given = Pick<PartAnswers, 'asked'> & Pick<ChangePartProps, 'fill' | 'marks' | 'setMarks'>;

function changeAnswers(type: ApplicationType, part: Part, given: Given): PartAnswers {
  const names = fieldsOf(type, { part }).map(({ name }) => name);
  return {
    initial() {
      const form = changeStore.currentForm();
      return Object.fromEntries(names.map((name) => [name, form[name]]));
    },
    opened: () => undefined,
    typed: (values, path) => changeStore.typeChanges(values, path),
    check: () => changeStore.checkChanges(part),
    mistakes() {
      const own = Object.entries(given.marks().refused).filter(([path]) => partOf(type, path) === part);
      return { ...changeStore.checkChanges(part), ...Object.fromEntries(own) };
    },
    save(values) {
      changeStore.typeChanges(values);
      return changeStore.checkChanges(part);
    },
    others: () => changeStore.currentForm(),
    ...given,
  };
}
