/** One part of an application that was sent, to be changed. What is changed stays on the device until all is sent. */
import { navigate } from 'astro:transitions/client';
import { useRef } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { askedLeft, changeableParts } from '../../domain/application/asked-fields.ts';
import { type FieldName, type Part, partOf } from '../../domain/application/fields.ts';
import type { StatusEntry } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $changes, keepChanges, NO_CHANGES } from '../../stores/account/changes.ts';
import { textOf } from '../../stores/page-text.ts';
import { PartForm } from '../fields/PartForm.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { ChangeKept } from './ChangeKept.tsx';
import { changeAnswers } from './change-answers.ts';
import { changeHref } from './change-place.ts';
import { ReviewerNote } from './ReviewerNote.tsx';

export interface ChangePartProps {
  locale: Locale;
  type: ApplicationType;
  part: Part;
  /** Form path of the question to begin at. */
  field: string | undefined;
  /** The application's current status. */
  entry: StatusEntry | null;
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  /** What the host refused, by form path. */
  refused: FieldErrors;
  onSaved: () => void;
}

export function ChangePart({ locale, type, part, field, entry, asked, refused, onSaved }: ChangePartProps) {
  const t = textOf(locale, 'auth');
  const { changed } = useClientStore($changes, NO_CHANGES);
  const isAsked = asked.some((name) => partOf(type, name) === part);
  const next = isAsked ? nextAsked(type, part, askedLeft(asked, changed)) : undefined;
  const nextPart = next && partOf(type, next);
  const current = useRef(locale);
  current.current = locale;

  const goOn = async (): Promise<FieldErrors> => {
    await keepChanges();
    onSaved();
    void navigate(changeHref(current.current, type, { field: next }));
    return {};
  };
  return (
    <div className="form change-part">
      {isAsked && entry && <ReviewerNote entry={entry} locale={locale} />}
      <PartForm
        locale={locale}
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
        onSaved={goOn}
        focusFirst={field}
        notice={<ChangeKept locale={locale} />}
      />
    </div>
  );
}

/** The first field that is asked for in a later part. */
function nextAsked(type: ApplicationType, part: Part, left: readonly FieldName[]): FieldName | undefined {
  const parts: (Part | null)[] = changeableParts(type);
  return left.find((name) => parts.indexOf(partOf(type, name)) > parts.indexOf(part));
}
