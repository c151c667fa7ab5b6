/** One line of text. Native attributes and handlers go to the input, so `register()` can be spread on it. */
import { type ComponentPropsWithRef, memo } from 'react';
import { controlProps, Field, type FieldTexts, splitTexts } from './Field.tsx';

export interface TextFieldProps extends FieldTexts, Omit<ComponentPropsWithRef<'input'>, 'width' | 'name' | 'id'> {
  name: string;
  id?: string | undefined;
  /** How much is expected: the box is as wide as its answer. */
  width?: 'full' | 'm' | 's' | undefined;
}

export const TextField = memo(function TextField({
  name,
  id = name,
  width = 'full',
  type = 'text',
  ...rest
}: TextFieldProps) {
  const [texts, input] = splitTexts(rest);
  return (
    <Field id={id} {...texts}>
      {(wiring) => <input {...input} type={type} data-width={width} {...controlProps(name, wiring)} />}
    </Field>
  );
});

/** Several lines of text, with the count of characters as a sentence of the caller. */
export interface TextAreaProps extends FieldTexts, Omit<ComponentPropsWithRef<'textarea'>, 'name' | 'id'> {
  name: string;
  id?: string | undefined;
  /** "120 of 500", shown under the box; not read at every key. */
  count?: string | undefined;
}

export const TextArea = memo(function TextArea({ name, id = name, count, rows = 4, ...rest }: TextAreaProps) {
  const [texts, area] = splitTexts(rest);
  const countId = count && `${id}-count`;
  return (
    <Field id={id} {...texts}>
      {(wiring) => (
        <>
          <textarea {...area} rows={rows} {...controlProps(name, wiring, countId)} />
          {count && (
            <p className="field__count" id={countId}>
              {count}
            </p>
          )}
        </>
      )}
    </Field>
  );
});
