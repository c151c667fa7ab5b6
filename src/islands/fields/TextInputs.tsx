/** Text fields. They are uncontrolled: a key changes the form's value and renders nothing. */
import { type ChangeEvent, type CompositionEvent, useState } from 'react';
import { FIELDS } from '../../domain/application/fields.ts';
import { cleanName, isCyrillic, isNonLatin, isTooLongForZone } from '../../domain/input/name.ts';
import { latinLookAlikes } from '../../domain/input/text.ts';
import { type FieldKind, kindOf } from '../../domain/kinds/index.ts';
import { readPlaceOf } from '../../domain/passport/holders.ts';
import { valueAt } from '../../stores/device/form-values.ts';
import { afterPress } from '../ui/after-press.ts';
import { controlProps, Field } from '../ui/Field.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useAfterHydration } from '../ui/use-hydrated.ts';
import { placeOf } from './field-texts.ts';
import styles from './fields.module.css';
import { type ControlProps, useFieldTexts, usePart, usePassportPhoto, useValue } from './part-context.tsx';

/** Props of a text input that is normalized by its kind and validated on blur. */
export function useTextInput(path: string, kind: FieldKind = 'text') {
  const { form, validateOnBlur } = usePart();
  const input = form.register(path);
  return {
    ...input,
    onBlur: (event: { target: unknown }) => {
      const typed = String(form.getValues(path) ?? '');
      const normalized = kindOf({ kind }).normalize(typed);
      if (normalized !== typed) form.setValue(path, normalized);
      validateOnBlur(path);
      return input.onBlur(event);
    },
    autoComplete: autoCompleteOf(path),
  };
}

export function PlainInput({ path, kind }: ControlProps) {
  return <TextField {...useFieldTexts(path)} {...useTextInput(path, kind)} />;
}

/** A passport number. Cyrillic letters that look like Latin ones are offered as these, never changed by themselves. */
export function PassportInput({ path, kind }: ControlProps) {
  const input = useTextInput(path, kind);
  const { suggestions, suggest, apply } = useSuggestions(path);
  return (
    <div className={styles.withAside}>
      <TextField
        {...useFieldTexts(path)}
        {...input}
        onBlur={(event) => {
          const box = event.target;
          afterPress(() => suggest([latinLookAlikes(box.value) ?? []].flat()));
          void input.onBlur(event);
        }}
        width="m"
        spellCheck={false}
        autoCapitalize="characters"
        autoCorrect="off"
      />
      <Suggestions suggestions={suggestions} onApply={apply} />
    </div>
  );
}

/** The form path of another field of the same person. */
const besides = (path: string, name: string) => path.slice(0, path.lastIndexOf('.') + 1) + name;

/** True for names as in a passport: the applicant's and the relatives'. */
function isPassportName(path: string): boolean {
  const place = placeOf(path);
  return place.in === 'item' || (place.in === 'field' && FIELDS[place.name].part === 'name');
}

/**
 * Drops characters that no name has, and lists them in the note until the field is empty; the caret keeps its position. On
 * blur, a Cyrillic name of a passport gets its Latin spelling as a suggestion.
 */
export function NameInput({ path, kind }: ControlProps) {
  const { t, form, others } = usePart();
  const texts = useFieldTexts(path);
  const input = useTextInput(path, kind);
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const [nonLatin, setNonLatin] = useState(false);
  const [long, setLong] = useState(false);
  /** The passport's own spelling, where its photo was read. */
  const place = readPlaceOf(path);
  const photo = usePassportPhoto(place?.holder);
  const read = place ? photo?.reading[place.field].value : undefined;
  const { suggestions, suggest, apply } = useSuggestions(path);

  const clean = (box: HTMLInputElement) => {
    const caret = box.selectionStart ?? box.value.length;
    const cleaned = cleanName(box.value);
    if (cleaned.value !== box.value) {
      const before = cleanName(box.value.slice(0, caret)).value.length;
      box.value = cleaned.value;
      if (document.activeElement === box) box.setSelectionRange(before, before);
    }
    const added = cleaned.dropped;
    setDropped((all) => (box.value === '' && added.length === 0 ? [] : [...new Set([...all, ...added])]));
    if (!isNonLatin(box.value)) setNonLatin(false);
  };
  // A keyboard that composes, as those of Android do, ends each word with `compositionend`: before that nothing is changed.
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (!(event.nativeEvent as InputEvent).isComposing) clean(event.target);
    void input.onChange(event);
  };
  const compositionEnded = (event: CompositionEvent<HTMLInputElement>) => {
    clean(event.currentTarget);
    form.setValue(path, event.currentTarget.value);
  };

  const suggestLatin = async (name: string) => {
    if (!isCyrillic(name)) return suggest([]);
    // Without the table the note alone says what is needed.
    const table = await import('../../domain/input/latin-spelling.ts').catch(() => null);
    // Of the same person: the applicant's may be asked for in another part.
    const citizenship = valueAt({ ...others?.(), ...form.getValues() }, besides(path, 'citizenship'));
    const spelling = table?.latinSpelling(name, String(citizenship ?? '')) ?? [];
    const isRead = String(spelling).toUpperCase() === read;
    suggest([read ?? [], isRead ? [] : spelling].flat());
  };
  const isTooLong = () => {
    const part = (name: string) => String(form.getValues(besides(path, name)) ?? '');
    return !path.endsWith('middlename') && isTooLongForZone(part('surname'), part('name'));
  };
  const leave = (event: { target: HTMLInputElement }) => {
    const box = event.target;
    clean(box);
    if (form.getValues(path) !== box.value) form.setValue(path, box.value);
    afterPress(() => {
      if (!isPassportName(path)) return;
      setNonLatin(isNonLatin(box.value));
      setLong(isTooLong());
      void suggestLatin(box.value);
    });
    void input.onBlur(event);
  };

  return (
    <div className={styles.withAside}>
      <TextField
        {...texts}
        {...input}
        onChange={change}
        onCompositionEnd={compositionEnded}
        onBlur={leave}
        note={
          dropped.length > 0
            ? t('name.dropped', { characters: dropped.join(' ') })
            : nonLatin
              ? t('name.latin')
              : long
                ? t('name.long')
                : ''
        }
        spellCheck={false}
        autoCapitalize="words"
      />
      <Suggestions
        suggestions={suggestions}
        words={(value) => t(value === read ? 'name.read' : 'offer', { value })}
        onApply={(spelling) => {
          setNonLatin(false);
          apply(spelling);
        }}
      />
    </div>
  );
}

/** Long text with its count, which follows the value. */
export function LongTextInput({ path, kind, max }: ControlProps) {
  const { t, blank } = usePart();
  const { name, ...texts } = useFieldTexts(path);
  const input = useTextInput(path, kind);
  const text = useAfterHydration(String(useValue(path)), String(valueAt(blank ?? {}, path) ?? ''));
  const countId = `${path}-count`;
  return (
    <Field id={path} {...texts}>
      {(wiring) => (
        <>
          <textarea {...input} rows={4} {...controlProps(name, wiring, countId)} />
          <p className="field__count" id={countId}>
            {t('longtext.count', { used: text.length, max })}
          </p>
        </>
      )}
    </Field>
  );
}

/** Fields that the browser may autofill: the applicant's own, never another person's. */
const TOKENS: Record<string, string> = {
  surname: 'family-name',
  name: 'given-name',
  middlename: 'additional-name',
  email: 'email',
  phone: 'tel',
};

/** Value of the attribute `autocomplete` for a form path. */
function autoCompleteOf(path: string): string {
  return TOKENS[path] ?? 'off';
}

/** Suggested values, one button each; none is applied by itself. */
/** Suggested values for a field: `suggest` shows them, `apply` sets one and focuses the field. */
export function useSuggestions(path: string) {
  const { form, validateOnBlur } = usePart();
  const [suggestions, suggest] = useState<readonly string[]>([]);
  const apply = (value: string) => {
    form.setValue(path, value);
    suggest([]);
    validateOnBlur(path);
    document.getElementById(path)?.focus();
  };
  return { suggestions, suggest, apply };
}

export function Suggestions({
  suggestions,
  words,
  onApply,
}: {
  suggestions: readonly string[];
  /** What the button of a value says; that it changes the answer, unless told. */
  words?: (value: string) => string;
  onApply: (value: string) => void;
}) {
  const { t } = usePart();
  return suggestions.map((value) => (
    <button type="button" className={`text-button ${styles.aside}`} key={value} onClick={() => onApply(value)}>
      {words ? words(value) : t('offer', { value })}
    </button>
  ));
}
