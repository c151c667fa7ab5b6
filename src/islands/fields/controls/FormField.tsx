/** The control for each kind of field. */
import type { ComponentType } from 'react';
import type { ControlKind, ControlProps } from '../part-context.tsx';
import { AddressInput } from './AddressInput.tsx';
import { choiceInputs } from './ChoiceInputs.tsx';
import { DateInput } from './DateInput.tsx';
import { FileInput } from './FileInput.tsx';
import { PhoneInput } from './PhoneInput.tsx';
import { PhotoInput } from './PhotoInput.tsx';
import { textInputs } from './TextInputs.tsx';

const CONTROLS: Record<ControlKind, ComponentType<ControlProps>> = {
  ...textInputs,
  ...choiceInputs,
  phone: PhoneInput,
  date: DateInput,
  tripDate: DateInput,
  birthDate: DateInput,
  address: AddressInput,
  file: FileInput,
  photo: PhotoInput,
};

export function FormField(props: ControlProps & { kind: ControlKind }) {
  const Control = CONTROLS[props.kind];
  return <Control {...props} />;
}
