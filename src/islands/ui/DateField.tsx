/** A date in three labelled boxes. Only Tab moves the focus; a pasted date fills all three. Errors mark the group, not a box. */
import { type ClipboardEvent, type FocusEvent, memo, useRef } from 'react';
import { type DateParts, isAmbiguousDate, monthByName, readPastedDate } from '../../domain/input/date.ts';
import { normalizeNumber } from '../../domain/input/text.ts';
import { Field, type FieldTexts } from './Field.tsx';

export interface DateFieldProps extends FieldTexts {
  name: string;
  id?: string | undefined;
  value: DateParts;
  onChange: (parts: DateParts) => void;
  /** Called with a pasted date that may have the month first; null with any other. */
  onAmbiguous?: ((parts: DateParts | null) => void) | undefined;
  /** Called when the focus leaves all three boxes. */
  onBlur?: (() => void) | undefined;
  labels: { day: string; month: string; year: string };
  autoComplete?: 'bday' | undefined;
}

const BOXES = ['day', 'month', 'year'] as const;

export const DateField = memo(function DateField({
  name,
  id = name,
  value,
  onChange,
  onBlur,
  onAmbiguous,
  labels,
  autoComplete,
  ...texts
}: DateFieldProps) {
  const row = useRef<HTMLDivElement>(null);

  // From the boxes, not from `value`: autofill changes all three before the parent renders.
  const readBoxes = (): DateParts => {
    const box = (part: string) =>
      normalizeNumber(row.current?.querySelector<HTMLInputElement>(`[data-part="${part}"]`)?.value ?? '');
    return { day: box('day'), month: box('month'), year: box('year') };
  };

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    const parts = readPastedDate(text);
    if (!parts) return;
    event.preventDefault();
    onChange(parts);
    onAmbiguous?.(isAmbiguousDate(text) ? parts : null);
  };

  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const month = monthByName(readBoxes().month);
    if (month) onChange({ ...readBoxes(), month });
    if (!row.current?.contains(event.relatedTarget)) onBlur?.();
  };

  return (
    <Field id={id} group {...texts}>
      {({ invalid }) => (
        <div className="date" ref={row}>
          {BOXES.map((part) => (
            <div className="date__part" key={part}>
              <label className="date__label" htmlFor={`${id}.${part}`}>
                {labels[part]}
              </label>
              <input
                type="text"
                inputMode="numeric"
                name={`${name}.${part}`}
                id={`${id}.${part}`}
                className="control"
                translate="no"
                data-part={part}
                autoComplete={autoComplete ? `${autoComplete}-${part}` : 'off'}
                value={value[part]}
                onChange={() => onChange(readBoxes())}
                onPaste={paste}
                onBlur={leave}
                aria-invalid={invalid || undefined}
              />
            </div>
          ))}
        </div>
      )}
    </Field>
  );
});
