/** One line of text. Native attributes and handlers go to the input. */
import { type ComponentPropsWithRef, memo } from 'react';
import { controlProps, Field, type FieldTexts, splitTexts } from './Field.tsx';

export interface TextFieldProps extends FieldTexts, Omit<ComponentPropsWithRef<'input'>, 'width' | 'name' | 'id'> {
  name: string;
  id?: string | undefined;
  /** Expected length of the answer: the width of the box. */
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
