/** A row of the list of parts: its state, the reason, and a link to the first field that needs attention. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import { askedLeft, changeableParts } from '../../domain/application/asked-fields.ts';
import { type FieldName, type Part, partOf } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { labelOf, summaryText } from '../fields/field-texts.ts';
import styles from './Change.module.css';
import { changeHref } from './change-place.ts';

interface ChangeRowProps {
  locale: Locale;
  type: ApplicationType;
  state: ChangeState;
}

export function ChangeRow({ locale, type, state: { part, left, changed, errors } }: ChangeRowProps) {
  const t = textOf(locale, 'auth');
  const words = { t: textOf(locale, 'forms'), type };
  const labels = (names: readonly string[]) => names.map((name) => labelOf(words, name)).join('; ');
  const [mistake] = Object.entries(errors);
  const more = Object.keys(errors).length - 1;
  const field = left[0] ?? mistake?.[0];
  return (
    <li>
      <a href={changeHref(locale, type, { part, field })}>{words.t(`parts.${part}.title`, { context: type })}</a>
      <RowState locale={locale} wrong={mistake !== undefined} asked={left.length > 0} changed={changed.length > 0} />
      {left.length > 0 && (
        <span className={`part-list__why ${styles.asked}`}>{t('person.change.askedFor', { names: labels(left) })}</span>
      )}
      {mistake && (
        <span className="part-list__why">
          {summaryText(words, mistake[0], mistake[1][0] ?? 'required')}
          {more > 0 && ` ${textOf(locale, 'application')('overview.more', { count: more })}`}
        </span>
      )}
      {changed.length > 0 && (
        <span className="part-list__why">{t('person.change.changedHere', { names: labels(changed) })}</span>
      )}
    </li>
  );
}

function RowState(props: { locale: Locale; wrong: boolean; asked: boolean; changed: boolean }) {
  const t = textOf(props.locale, 'auth');
  if (props.wrong || props.asked) {
    return (
      <span className="part-state" data-state="attention">
        {props.wrong ? textOf(props.locale, 'application')('states.attention') : t('person.change.toDo')}
      </span>
    );
  }
  return props.changed ? (
    <span className="part-state" data-state="done">
      {t('person.change.done')}
    </span>
  ) : null;
}

interface ChangeFacts {
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  /** Names of the changed fields. */
  changed: readonly string[];
  /** What is wrong with the whole application, by form path. */
  errors: FieldErrors;
}

/** The facts of one part. */
export interface ChangeState {
  part: Part;
  asked: FieldName[];
  /** Asked for, and not changed yet. */
  left: FieldName[];
  changed: FieldName[];
  errors: FieldErrors;
}

/** The facts of a whole application, by part, in the order of the parts. */
export function changeStates(type: ApplicationType, { asked, changed, errors }: ChangeFacts): ChangeState[] {
  const left = askedLeft(asked, changed);
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
