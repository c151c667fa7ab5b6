/** A date in three labelled boxes. Only Tab moves the focus. Errors mark the group, not a box. */
import { type ClipboardEvent, type FocusEvent, memo, useRef } from 'react';
import type { DateParts } from '../../domain/input/date.ts';
import { normalizeNumber } from '../../domain/input/text.ts';
import { Field, type FieldTexts } from './Field.tsx';

export interface DateFieldProps extends FieldTexts {
  name: string;
  id?: string | undefined;
  value: DateParts;
  onChange: (parts: DateParts) => void;
  /** Called with a pasted text that is more than the number of one box. */
  onPasteDate: (text: string, part: keyof DateParts, boxes: DateParts) => void;
  /** Called when the focus leaves a box. @param isLast whether it leaves all three */
  onLeave: (boxes: DateParts, isLast: boolean) => void;
  labels: { day: string; month: string; year: string };
  autoComplete?: 'bday' | undefined;
}

const BOXES = ['day', 'month', 'year'] as const;
/** Characters of a pasted text that are kept. */
const MAX_TEXT = 60;

export const DateField = memo(function DateField({
  name,
  id = name,
  value,
  onChange,
  onPasteDate,
  onLeave,
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
    const text = event.clipboardData.getData('text').trim();
    if (/^\d{0,4}$/.test(normalizeNumber(text))) return;
    event.preventDefault();
    const part = BOXES.find((one) => one === event.currentTarget.dataset.part) ?? 'day';
    onPasteDate(text.slice(0, MAX_TEXT), part, readBoxes());
  };
  const leave = (event: FocusEvent<HTMLInputElement>) =>
    onLeave(readBoxes(), !row.current?.contains(event.relatedTarget));

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
