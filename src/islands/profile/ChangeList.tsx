/** The parts of a submitted application: requested changes, edits and errors of each, and the form that sends them all. */
import { useState } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { askedUnchanged, changeableParts } from '../../domain/application/asked-fields.ts';
import { type FieldName, PARTS, type Part, partOf } from '../../domain/application/fields.ts';
import { isReapplication, type StatusEntry } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { $changes, changeStore, NO_CHANGES } from '../../stores/account/changes.ts';
import { textOf } from '../../stores/page-text.ts';
import { labelOf, mistakesText, summaryText } from '../fields/field-texts.ts';
import { PartGroup } from '../fields/PartGroup.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import styles from './Change.module.css';
import { ReviewerNote } from './ChangeRequest.tsx';
import { ChangeSending } from './ChangeSending.tsx';
import { changeHref } from './change-place.ts';
import { waitsForApplicant } from './stage-words.ts';

interface ChangeListProps {
  type: ApplicationType;
  entry: StatusEntry | null;
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  /** The host's errors by form path. */
  refused: FieldErrors;
  onRefused: (errors: FieldErrors) => void;
  /** Returns to reading. */
  onLeave: () => void;
}

export function ChangeList({ type, entry, asked, refused, onRefused, onLeave }: ChangeListProps) {
  const locale = useLocale();
  const t = useText('auth');
  const words = { t: textOf(locale, 'forms'), type };
  const { changed } = useClientStore($changes, NO_CHANGES);
  const [attempts, setAttempts] = useState(0);
  const [found, setFound] = useState(() => changeStore.checkChanges());
  const errors = { ...found, ...refused };
  const states = changeStates(type, { asked, changed, errors });
  const rows = (parts: typeof states) => parts.map((state) => <ChangeRow key={state.part} type={type} state={state} />);

  const showErrors = (newErrors: FieldErrors) => {
    const own = changeStore.checkChanges();
    setFound(own);
    onRefused(Object.fromEntries(Object.entries(newErrors).filter(([path]) => !(path in own))));
    setAttempts((before) => before + 1);
  };
  const summary = Object.entries(attempts > 0 || Object.keys(refused).length > 0 ? errors : {});
  const withAsked = states.filter((state) => state.asked.length > 0);
  const others = states.filter((state) => state.asked.length === 0);
  return (
    <div className={styles.list}>
      <ErrorSummary
        errors={summary.map(([path, [code = 'required']]) => ({
          ...(partOf(type, path) ? { href: changeHref(locale, type, { field: path }) } : { fieldId: path }),
          message: summaryText(words, path, code),
        }))}
        focusKey={attempts || undefined}
      />
      {entry && waitsForApplicant(entry.status_type) && <ReviewerNote entry={entry} />}
      {entry && isReapplication(entry.status_type) && (
        <p className="lead">{t('person.change.againText', { context: entry.status_type })}</p>
      )}
      {withAsked.length > 0 ? (
        <>
          <PartGroup title={t('person.change.askedParts')}>{rows(withAsked)}</PartGroup>
          {others.length > 0 && <PartGroup title={t('person.change.otherParts')}>{rows(others)}</PartGroup>}
        </>
      ) : (
        ([1, 2] as const).map((step) => (
          <PartGroup key={step} title={textOf(locale, 'application')(step === 1 ? 'groups.person' : 'groups.trip')}>
            {rows(others.filter(({ part }) => PARTS[part].step === step))}
          </PartGroup>
        ))
      )}
      <ChangeSending
        type={type}
        asked={asked}
        passwordError={refused.current_password?.[0]}
        onPassword={() => refused.current_password && onRefused({})}
        onErrors={showErrors}
        onLeave={onLeave}
      />
    </div>
  );
}

/** A part: its state, the reason, and a link to the first field that needs attention. */
function ChangeRow({ type, state: { part, left, changed, errors } }: { type: ApplicationType; state: ChangeState }) {
  const locale = useLocale();
  const t = useText('auth');
  const words = { t: textOf(locale, 'forms'), type };
  const labels = (names: readonly string[]) => names.map((name) => labelOf(words, name)).join('; ');
  const more = (count: number) => textOf(locale, 'application')('overview.more', { count });
  const mistakes = mistakesText(words, errors, more);
  const field = left[0] ?? Object.keys(errors)[0];
  return (
    <li>
      <a href={changeHref(locale, type, { part, field })}>{words.t(`parts.${part}.title`, { context: type })}</a>
      <RowState wrong={mistakes !== ''} asked={left.length > 0} changed={changed.length > 0} />
      {left.length > 0 && (
        <span className={`part-list__why ${styles.asked}`}>{t('person.change.askedFor', { names: labels(left) })}</span>
      )}
      {mistakes && <span className="part-list__why">{mistakes}</span>}
      {changed.length > 0 && (
        <span className="part-list__why">{t('person.change.changedHere', { names: labels(changed) })}</span>
      )}
    </li>
  );
}

function RowState({ wrong, asked, changed }: { wrong: boolean; asked: boolean; changed: boolean }) {
  const t = useText('auth');
  const application = useText('application');
  if (wrong || asked) {
    return (
      <span className="part-state" data-state="attention">
        {wrong ? application('states.attention') : t('person.change.toDo')}
      </span>
    );
  }
  return changed ? (
    <span className="part-state" data-state="done">
      {t('person.change.done')}
    </span>
  ) : null;
}

interface ChangeFacts {
  asked: readonly FieldName[];
  changed: readonly string[];
  /** Errors of the whole application by form path. */
  errors: FieldErrors;
}

interface ChangeState {
  part: Part;
  asked: FieldName[];
  /** Requested, and not changed yet. */
  left: FieldName[];
  changed: FieldName[];
  errors: FieldErrors;
}

/** The states of a whole application's parts, in their order. */
function changeStates(type: ApplicationType, { asked, changed, errors }: ChangeFacts): ChangeState[] {
  const left = askedUnchanged(asked, changed);
  return changeableParts(type).map((part) => {
    const isOwn = (path: string) => partOf(type, path) === part;
    return {
      part,
      asked: asked.filter(isOwn),
      left: left.filter(isOwn),
      changed: (changed as FieldName[]).filter(isOwn),
      errors: Object.fromEntries(Object.entries(errors).filter(([path]) => isOwn(path))),
    };
  });
}
