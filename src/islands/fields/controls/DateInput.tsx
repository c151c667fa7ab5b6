/** A date in three boxes. Text that is not three numbers is read by `read-date.ts`, loaded then. */
import { type ChangeEvent, type ClipboardEvent, type FocusEvent, memo, useRef } from 'react';
import { lastDayOfVisa } from '../../../domain/application/check-application.ts';
import { writtenDate } from '../../../domain/i18n/dates.ts';
import { type DateBoxes, EMPTY_DATE, isPlainDate, joinDate } from '../../../domain/input/date.ts';
import { normalizeNumber } from '../../../domain/input/text.ts';
import { Field, type FieldTexts } from '../../ui/Field.tsx';
import { useHydrated } from '../../ui/hooks.ts';
import { replaceText } from '../../ui/typed-text.ts';
import styles from '../fields.module.css';
import { type ControlProps, useFieldTexts, usePart, useValue } from '../part-context.tsx';
import { SuggestedAnswers, useQuestion } from '../use-question.tsx';
import { useChoice } from './ChoiceInputs.tsx';

interface DateFieldProps extends FieldTexts {
  name: string;
  id?: string | undefined;
  value: DateBoxes;
  /** @param isUndo the browser's Undo made the change */
  onChange: (parts: DateBoxes, isUndo: boolean) => void;
  /** Called when a pasted text is more than the number of one box, once it is in `box`. @param before the boxes without it */
  onPasteDate: (box: HTMLInputElement, before: DateBoxes) => void;
  /** Called when the focus leaves a box. @param isLast whether it leaves all three */
  onLeave: (boxes: DateBoxes, isLast: boolean) => void;
  labels: { day: string; month: string; year: string };
  /** The browser may fill in the date (restored-answers.ts). */
  autofill?: 'bday' | undefined;
}

const BOXES = ['day', 'month', 'year'] as const;
/** Most characters of a pasted text that are kept. */
const MAX_TEXT = 60;

export const DateField = memo(function DateField({
  name,
  id = name,
  value,
  onChange,
  onPasteDate,
  onLeave,
  labels,
  autofill,
  ...texts
}: DateFieldProps) {
  const row = useRef<HTMLDivElement>(null);

  // Read from the boxes, not from `value`: autofill changes all three before the parent renders.
  const readBoxes = (): DateBoxes => {
    const box = (part: string) => row.current?.querySelector<HTMLInputElement>(`[data-part="${part}"]`)?.value ?? '';
    return { day: box('day'), month: box('month'), year: box('year') };
  };

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text').trim();
    if (/^\d{0,4}$/.test(normalizeNumber(text))) return;
    event.preventDefault();
    const before = readBoxes();
    const value = text.slice(0, MAX_TEXT);
    replaceText(event.currentTarget, { value, caret: value.length });
    onPasteDate(event.currentTarget, before);
  };
  const change = ({ nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    onChange(readBoxes(), (nativeEvent as InputEvent).inputType === 'historyUndo');
  // Changed only when the box is left: changing a box while it is typed in loses its Undo.
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const { day, month, year } = readBoxes();
    const boxes = { day: normalizeNumber(day), month: normalizeNumber(month), year: normalizeNumber(year) };
    onLeave(boxes, !row.current?.contains(event.relatedTarget));
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
                autoComplete="off"
                data-autofill={autofill && `${autofill}-${part}`}
                value={value[part]}
                onChange={change}
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

/** The text below the last day of the stay that says when the visa ends; `''` before that is known, and for other dates. */
function useStayLimit(path: string): string {
  const { t, others } = usePart();
  const from = useValue<DateBoxes | undefined>('planned_length_stay_from');
  const months = useValue<string | undefined>('validity_time');
  const isHydrated = useHydrated();
  if (path !== 'planned_length_stay_to' || !isHydrated) return '';
  const answers = {
    ...others?.(),
    ...(from && { planned_length_stay_from: from }),
    ...(months && { validity_time: months }),
  };
  const arrival = (answers.planned_length_stay_from ?? EMPTY_DATE) as DateBoxes;
  const date = lastDayOfVisa(joinDate(arrival), String(answers.validity_time ?? ''));
  return date ? t('fields.planned_length_stay_to.hintUntil', { date: writtenDate(date, t.find) }) : '';
}

const loadReader = () => import('../../../domain/input/read-date.ts').catch(() => null);

export function DateInput({ path, kind }: ControlProps) {
  const { t, form } = usePart();
  const choice = useChoice<DateBoxes | undefined>(path);
  const { question, look, clear, accept } = useQuestion(path, kind);
  const value = choice.value ?? EMPTY_DATE;
  /** The boxes before a date was pasted into one of them, as long as Undo can take that back. */
  const beforePaste = useRef<DateBoxes | null>(null);
  const change = (parts: DateBoxes) => {
    clear();
    choice.onChange(parts);
  };
  const edit = (parts: DateBoxes, isUndo: boolean) => {
    change((isUndo && beforePaste.current) || parts);
    beforePaste.current = null;
  };
  /** Loads the date reader; null if the boxes were changed meanwhile. */
  const readerFor = async (boxes: DateBoxes) => {
    const reader = await loadReader();
    return joinDate((form.valueAt(path) ?? EMPTY_DATE) as DateBoxes) === joinDate(boxes) ? reader : null;
  };
  /** Fills in the boxes where the text can be read as one date only. */
  const read = async (boxes: DateBoxes) => {
    const reader = await readerFor(boxes);
    if (!reader) return;
    const { readings, era } = reader.readDate([boxes.day, boxes.month, boxes.year].join(' '));
    const [only] = readings;
    const month = reader.monthByName(boxes.month);
    if (only && readings.length === 1 && !era) change(only);
    else if (month) change({ ...boxes, month });
  };
  const leave = async (boxes: DateBoxes, isLast: boolean) => {
    if (joinDate(boxes) !== joinDate(value)) change(boxes);
    if (!isPlainDate(boxes)) await read(boxes);
    if (!isLast) return;
    choice.onBlur();
    void look();
  };
  /** A pasted text that is no date stays in its box. */
  const paste = async (box: HTMLInputElement, before: DateBoxes) => {
    const text = box.value;
    const part = BOXES.find((one) => one === box.dataset.part) ?? 'day';
    const reader = await readerFor({ ...before, [part]: text });
    if (!reader) return;
    const { readings, era } = reader.readDate(text);
    const [only, ...others] = readings;
    if (only) {
      const read = others.length > 0 || era ? { day: text, month: '', year: '' } : only;
      replaceText(box, { value: read[part], caret: read[part].length });
      change(read);
    }
    beforePaste.current = before;
    void look();
  };
  return (
    <div className={styles.withAside}>
      <DateField
        {...useFieldTexts(path, useStayLimit(path))}
        value={value}
        onChange={edit}
        onPasteDate={(...pasted) => void paste(...pasted)}
        onLeave={(boxes, isLast) => void leave(boxes, isLast)}
        note={question?.text ?? ''}
        labels={{ day: t('date.day'), month: t('date.month'), year: t('date.year') }}
        autofill={path === 'date_birth' ? 'bday' : undefined}
      />
      <SuggestedAnswers question={question} accept={accept} />
    </div>
  );
}
