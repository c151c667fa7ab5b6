/** Several lines of text, with the count of characters as a sentence of the caller. */
import { type ComponentPropsWithRef, memo } from 'react';
import { Field, type FieldTexts } from './Field.tsx';

export interface TextAreaProps extends FieldTexts, Omit<ComponentPropsWithRef<'textarea'>, 'name' | 'id'> {
  name: string;
  id?: string | undefined;
  /** "120 of 500", shown under the box; not read at every key. */
  count?: string | undefined;
}

export const TextArea = memo(function TextArea({
  name,
  id = name,
  label,
  hint,
  error,
  errorPrefix,
  optionalLabel,
  note,
  count,
  rows = 4,
  ...area
}: TextAreaProps) {
  const texts = { label, hint, error, errorPrefix, optionalLabel, note };
  return (
    <Field id={id} {...texts}>
      {({ describedBy, invalid }) => (
        <>
          <textarea
            {...area}
            rows={rows}
            name={name}
            id={id}
            className="control"
            aria-describedby={[describedBy, count && `${id}-count`].filter(Boolean).join(' ') || undefined}
            aria-invalid={invalid || undefined}
          />
          {count && (
            <p className="field__count" id={`${id}-count`}>
              {count}
            </p>
          )}
        </>
      )}
    </Field>
  );
});
