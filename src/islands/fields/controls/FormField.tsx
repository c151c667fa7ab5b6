/** The table from a field's kind to its control. */
import type { ComponentType } from 'react';
import type { ControlKind, ControlProps } from '../part-context.tsx';
import { AddressInput } from './AddressInput.tsx';
import { CountryInput, FlagInput, GenderInput, KinshipInput, MonthsInput, TickInput } from './ChoiceInputs.tsx';
import { DateInput } from './DateInput.tsx';
import { FileInput } from './FileInput.tsx';
import { PhoneInput } from './PhoneInput.tsx';
import { PhotoInput } from './PhotoInput.tsx';
import { EmailInput, LongTextInput, NameInput, PassportInput, PlainInput } from './TextInputs.tsx';

const CONTROLS: Record<ControlKind, ComponentType<ControlProps>> = {
  name: NameInput,
  nameWithInitials: NameInput,
  text: PlainInput,
  longtext: LongTextInput,
  email: EmailInput,
  phone: PhoneInput,
  passport: PassportInput,
  date: DateInput,
  tripDate: DateInput,
  birthDate: DateInput,
  gender: GenderInput,
  kinship: KinshipInput,
  country: CountryInput,
  months: MonthsInput,
  address: AddressInput,
  flag: FlagInput,
  tick: TickInput,
  file: FileInput,
  photo: PhotoInput,
};

export function FormField(props: ControlProps & { kind: ControlKind }) {
  const Control = CONTROLS[props.kind];
  return <Control {...props} />;
}
