/** One line of text. Native attributes and handlers go to the input, so `register()` can be spread on it. */
import { type ComponentPropsWithRef, memo } from 'react';
import { Field, type FieldTexts } from './Field.tsx';

export interface TextFieldProps extends FieldTexts, Omit<ComponentPropsWithRef<'input'>, 'width' | 'name' | 'id'> {
  name: string;
  id?: string | undefined;
  /** How much is expected: the box is as wide as its answer. */
  width?: 'full' | 'm' | 's' | undefined;
}

export const TextField = memo(function TextField({
  name,
  id = name,
  label,
  hint,
  error,
  errorPrefix,
  optionalLabel,
  note,
  width = 'full',
  type = 'text',
  ...input
}: TextFieldProps) {
  const texts = { label, hint, error, errorPrefix, optionalLabel, note };
  return (
    <Field id={id} {...texts}>
      {({ describedBy, invalid }) => (
        <input
          {...input}
          type={type}
          name={name}
          id={id}
          className="control"
          data-width={width}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
        />
      )}
    </Field>
  );
});
