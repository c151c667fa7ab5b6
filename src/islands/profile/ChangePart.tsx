/** One part of a submitted application, editable. Changes are stored on this device until all are sent. */
import { navigate } from 'astro:transitions/client';
import { useRef } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { askedPaths, askedUnchanged, changeableParts } from '../../domain/application/asked-fields.ts';
import { type FieldName, fieldsOf, type Part, partOf } from '../../domain/application/fields.ts';
import type { StatusEntry } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { $changes, changeStore, NO_CHANGES } from '../../stores/account/changes.ts';
import { onPassportAnswerChange } from '../../stores/application/scan-result.ts';
import { textOf } from '../../stores/page-text.ts';
import { PartForm } from '../fields/form/PartForm.tsx';
import type { PartAnswers } from '../fields/part-context.tsx';
import { SaveState } from '../fields/SaveState.tsx';
import { usePhoneTool } from '../parcel/PhoneTool.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import styles from './Change.module.css';
import { ReviewerNote } from './ChangeRequest.tsx';
import { changeHref } from './change-place.ts';

interface ChangePartProps {
  type: ApplicationType;
  part: Part;
  /** Form path of the first question to focus. */
  field: string | undefined;
  entry: StatusEntry | null;
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  /** The host's errors by form path. */
  refused: FieldErrors;
  onSaved: () => void;
}

export function ChangePart({ type, part, field, entry, asked, refused, onSaved }: ChangePartProps) {
  const locale = useLocale();
  const t = useText('auth');
  const { changed, saveState, savedAt } = useClientStore($changes, NO_CHANGES);
  const isAsked = asked.some((name) => partOf(type, name) === part);
  const next = isAsked ? nextAsked(type, part, askedUnchanged(asked, changed)) : undefined;
  const nextPart = next && partOf(type, next);
  const current = useRef(locale);
  current.current = locale;
  const fileTool = usePhoneTool(type);

  const openNext = async (): Promise<FieldErrors> => {
    await changeStore.flushChanges();
    onSaved();
    void navigate(changeHref(current.current, type, { field: next }));
    return {};
  };
  return (
    <div className={`form ${styles.part}`}>
      {isAsked && entry && <ReviewerNote entry={entry} />}
      <PartForm
        type={type}
        part={part}
        answers={changeAnswers(type, part, { asked, refused })}
        submitLabel={
          nextPart
            ? t('person.change.saveNext', {
                part: textOf(locale, 'forms')(`parts.${nextPart}.title`, { context: type }),
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
            failure={saveState === 'failed' && t('person.change.notKept')}
          />
        }
      />
    </div>
  );
}

/** The first requested field in a later part. */
function nextAsked(type: ApplicationType, part: Part, left: readonly FieldName[]): FieldName | undefined {
  const parts: (Part | null)[] = changeableParts(type);
  return left.find((name) => parts.indexOf(partOf(type, name)) > parts.indexOf(part));
}

type Requests = Pick<ChangePartProps, 'asked' | 'refused'>;

/** A part's answers, read from and written to the changes of a submitted application. */
function changeAnswers(type: ApplicationType, part: Part, { asked, refused }: Requests): PartAnswers {
  const names = fieldsOf(type, { part }).map(({ name }) => name);
  return {
    initial() {
      const form = changeStore.currentForm();
      return Object.fromEntries(names.map((name) => [name, form[name]]));
    },
    opened: () => undefined,
    typed(values, path) {
      changeStore.typeChanges(values);
      onPassportAnswerChange(path, () => changeStore.currentForm());
    },
    check: () => changeStore.checkChanges(part),
    mistakes() {
      const own = Object.entries(refused).filter(([path]) => partOf(type, path) === part);
      return { ...changeStore.checkChanges(part), ...Object.fromEntries(own) };
    },
    save(values) {
      changeStore.typeChanges(values);
      return changeStore.checkChanges(part);
    },
    others: () => changeStore.currentForm(),
    fill: (values) => changeStore.typeChanges(values),
    asked: askedPaths(asked, type),
  };
}
