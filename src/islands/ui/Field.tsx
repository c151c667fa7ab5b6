/** The frame of every form control: label, hint, error, control, note, in that order, with the ids that connect them. */
import type { ReactNode } from 'react';
import type { Elements } from './elements.ts';

export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** What to do about the value; marks the field as invalid. */
  error?: string | undefined;
  /** Screen readers speak it before the error; never shown. */
  errorPrefix?: string | undefined;
  /** After the label of an optional field. */
  optionalLabel?: string | undefined;
  /** A live region under the control. Pass `''` at first, since the region has to exist before its text. */
  note?: string | undefined;
}

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

/** Separates the texts around a control from the control's own props. */
export function splitTexts<Props extends FieldTexts>(props: Props): [FieldTexts, Omit<Props, keyof FieldTexts>] {
  const { label, hint, error, errorPrefix, optionalLabel, note, ...control } = props;
  return [{ label, hint, error, errorPrefix, optionalLabel, note }, control];
}

/** Props of every native control of a field. @param about id of another sentence that describes it */
export function controlProps(name: string, { id, describedBy, invalid }: FieldWiring, about?: string) {
  return {
    name,
    id,
    className: 'control',
    translate: 'no' as const,
    'aria-describedby': [describedBy, about].filter(Boolean).join(' ') || undefined,
    'aria-invalid': invalid || undefined,
  };
}

interface FieldProps extends FieldTexts {
  id: string;
  /** Several controls for one question: a fieldset with a legend. */
  group?: boolean | undefined;
  /** Role of the group, if a fieldset's own is too weak. */
  groupRole?: 'radiogroup' | undefined;
  children: (wiring: FieldWiring) => Elements;
}

export function Field({
  id,
  label,
  hint,
  error,
  errorPrefix,
  optionalLabel,
  note,
  group,
  groupRole,
  children,
}: FieldProps) {
  const hintId = hint ? `${id}-hint` : '';
  const errorId = error ? `${id}-error` : '';
  const noteId = note ? `${id}-note` : '';
  const describedBy = [hintId, errorId, noteId].filter(Boolean).join(' ') || undefined;
  const invalid = Boolean(error);

  const heading = (
    <>
      <span>{label}</span>
      {optionalLabel && <span className="field__optional">{` ${optionalLabel}`}</span>}
    </>
  );
  const body = (
    <>
      {hint && (
        <div className="field__hint" id={hintId}>
          {hint}
        </div>
      )}
      {error && (
        <p className="field__error" id={errorId}>
          {errorPrefix && <span className="visually-hidden">{`${errorPrefix} `}</span>}
          <span>{error}</span>
        </p>
      )}
      {children({ id, describedBy, invalid })}
      {note !== undefined && (
        <output className="field__note" id={`${id}-note`} htmlFor={id}>
          {note}
        </output>
      )}
    </>
  );

  if (group) {
    return (
      <fieldset
        className="field"
        id={id}
        role={groupRole}
        aria-describedby={describedBy}
        aria-invalid={groupRole === 'radiogroup' && invalid ? true : undefined}
        data-invalid={invalid || undefined}
      >
        <legend className="field__label">{heading}</legend>
        {body}
      </fieldset>
    );
  }
  return (
    <div className="field" data-invalid={invalid || undefined}>
      <label className="field__label" id={`${id}-label`} htmlFor={id}>
        {heading}
      </label>
      {body}
    </div>
  );
}
