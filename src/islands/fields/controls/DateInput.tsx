/** A date in three boxes. What is not three numbers is read by `read-date.ts`, loaded then. */
import { type DateParts, EMPTY_DATE, isPlainDate, joinDate } from '../../../domain/input/date.ts';
import { DateField } from '../../ui/DateField.tsx';
import styles from '../fields.module.css';
import { type ControlProps, useFieldTexts, usePart } from '../part-context.tsx';
import { Offers, useQuestion } from '../use-question.tsx';
import { useChoice } from './ChoiceInputs.tsx';

const loadReader = () => import('../../../domain/input/read-date.ts').catch(() => null);

export function DateInput({ path, kind }: ControlProps) {
  const { t, form } = usePart();
  const choice = useChoice<DateParts | undefined>(path);
  const { question, look, clear, accept } = useQuestion(path, kind);
  const value = choice.value ?? EMPTY_DATE;
  const change = (parts: DateParts) => {
    clear();
    choice.onChange(parts);
  };
  /** Fills the boxes with a date that can be read in one way only. */
  const read = async (boxes: DateParts) => {
    const reader = await loadReader();
    const now = (form.getValues(path) ?? EMPTY_DATE) as DateParts;
    if (!reader || joinDate(now) !== joinDate(boxes)) return;
    const { readings, era } = reader.readDate([boxes.day, boxes.month, boxes.year].join(' '));
    const [only] = readings;
    const month = reader.monthByName(boxes.month);
    if (only && readings.length === 1 && !era) change(only);
    else if (month) change({ ...boxes, month });
  };
  const leave = async (boxes: DateParts, isLast: boolean) => {
    if (!isPlainDate(boxes)) await read(boxes);
    if (!isLast) return;
    choice.onBlur();
    void look();
  };
  /** A pasted text that is no date goes into its box, as without this field's help. */
  const paste = async (text: string, part: keyof DateParts, boxes: DateParts) => {
    const found = (await loadReader())?.readDate(text);
    const [only, ...others] = found?.readings ?? [];
    if (!only) change({ ...boxes, [part]: text });
    else change(others.length > 0 || found?.era ? { day: text, month: '', year: '' } : only);
    void look();
  };
  return (
    <div className={styles.withAside}>
      <DateField
        {...useFieldTexts(path)}
        value={value}
        onChange={change}
        onPasteDate={(...pasted) => void paste(...pasted)}
        onLeave={(boxes, isLast) => void leave(boxes, isLast)}
        note={question?.text ?? ''}
        labels={{ day: t('date.day'), month: t('date.month'), year: t('date.year') }}
        autoComplete={path === 'date_birth' ? 'bday' : undefined}
      />
      <Offers question={question} accept={accept} />
    </div>
  );
}
