/** One question with a few answers that can be combined. */
import { Choice, type ChoiceOption } from './ChoiceFields.tsx';
import { Field, type FieldTexts } from './Field.tsx';

interface CheckboxGroupProps extends FieldTexts {
  name: string;
  options: readonly ChoiceOption[];
  chosen: readonly string[];
  onChange: (value: string, checked: boolean) => void;
}

export function CheckboxGroup({ name, options, chosen, onChange, ...texts }: CheckboxGroupProps) {
  return (
    <Field id={name} group {...texts}>
      {() => (
        <div className="choices">
          {options.map((option) => (
            <Choice
              key={option.value}
              type="checkbox"
              name={name}
              id={`${name}.${option.value}`}
              {...option}
              checked={chosen.includes(option.value)}
              onChange={(event) => onChange(option.value, event.target.checked)}
            />
          ))}
        </div>
      )}
    </Field>
  );
}
