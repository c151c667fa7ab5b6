/** A person's name. Passport names are offered in Latin spelling. */
import { type ChangeEvent, type CompositionEvent, useState } from 'react';
import { FIELDS } from '../../../domain/application/fields.ts';
import { cleanName, isCyrillic, isNonLatin, isTooLongForZone } from '../../../domain/input/name.ts';
import { zoneFieldAt } from '../../../domain/passport/holders.ts';
import { valueAt } from '../../../stores/device/form-values.ts';
import { runAfterPress } from '../../ui/after-press.ts';
import { TextField } from '../../ui/TextField.tsx';
import { placeOf } from '../field-texts.ts';
import styles from '../fields.module.css';
import { type ControlProps, useFieldTexts, usePart, useScanResult } from '../part-context.tsx';
import { Suggestions, useSuggestions, useTextInput } from './TextInputs.tsx';

/** Drops invalid characters, and lists them in the note until the field is empty. On blur, suggests a Latin spelling. */
export function NameInput({ path, kind }: ControlProps) {
  const { t, form } = usePart();
  const texts = useFieldTexts(path);
  const input = useTextInput(path, kind);
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const [nonLatin, setNonLatin] = useState(false);
  const [long, setLong] = useState(false);
  const { suggestions, suggest, apply, read } = useLatinSpelling(path);

  const clean = (box: HTMLInputElement) => {
    const added = cleanBox(box);
    setDropped((all) => (box.value === '' && added.length === 0 ? [] : [...new Set([...all, ...added])]));
    if (!isNonLatin(box.value)) setNonLatin(false);
  };
  // An input method, as on Android, ends each word with `compositionend`: before that nothing is changed.
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (!(event.nativeEvent as InputEvent).isComposing) clean(event.target);
    void input.onChange(event);
  };
  const compositionEnded = (event: CompositionEvent<HTMLInputElement>) => {
    clean(event.currentTarget);
    form.setValue(path, event.currentTarget.value);
  };
  const isTooLong = () => {
    const part = (name: string) => String(form.getValues(siblingPath(path, name)) ?? '');
    return !path.endsWith('middlename') && isTooLongForZone(part('surname'), part('name'));
  };
  const leave = (event: { target: HTMLInputElement }) => {
    const box = event.target;
    clean(box);
    if (form.getValues(path) !== box.value) form.setValue(path, box.value);
    runAfterPress(() => {
      if (!isPassportName(path)) return;
      setNonLatin(isNonLatin(box.value));
      setLong(isTooLong());
      void suggest(box.value);
    });
    void input.onBlur(event);
  };
  const note = () => {
    if (dropped.length > 0) return t('name.dropped', { characters: dropped.join(' ') });
    return nonLatin ? t('name.latin') : long ? t('name.long') : '';
  };
  return (
    <div className={styles.withAside}>
      <TextField
        {...texts}
        {...input}
        onChange={change}
        onCompositionEnd={compositionEnded}
        onBlur={leave}
        note={note()}
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

/** The form path of another field of the same person. */
const siblingPath = (path: string, name: string) => path.slice(0, path.lastIndexOf('.') + 1) + name;

/** True for names as in a passport: the applicant's and the relatives'. */
function isPassportName(path: string): boolean {
  const place = placeOf(path);
  return place.in === 'item' || (place.in === 'field' && FIELDS[place.name].part === 'name');
}

/** Removes invalid characters. @returns the removed characters */
function cleanBox(box: HTMLInputElement): readonly string[] {
  const caret = box.selectionStart ?? box.value.length;
  const { value, dropped } = cleanName(box.value);
  if (value !== box.value) {
    const before = cleanName(box.value.slice(0, caret)).value.length;
    box.value = value;
    if (document.activeElement === box) box.setSelectionRange(before, before);
  }
  return dropped;
}

/** Latin spellings of a Cyrillic name. `read`: the passport's own spelling, if its photo was read. */
function useLatinSpelling(path: string) {
  const { form, others } = usePart();
  const { suggestions, suggest, apply } = useSuggestions(path);
  const place = zoneFieldAt(path);
  const photo = useScanResult(place?.holder);
  const read = place ? photo?.reading[place.field].value : undefined;
  const suggestLatin = async (name: string) => {
    if (!isCyrillic(name)) return suggest([]);
    // Without the table only the note says what is needed.
    const table = await import('../../../domain/input/latin-spelling.ts').catch(() => null);
    // Of the same person: the applicant's may be in another part.
    const citizenship = valueAt({ ...others?.(), ...form.getValues() }, siblingPath(path, 'citizenship'));
    const spelling = table?.latinSpelling(name, String(citizenship ?? '')) ?? [];
    const isRead = String(spelling).toUpperCase() === read;
    suggest([read ?? [], isRead ? [] : spelling].flat());
  };
  return { suggestions, suggest: suggestLatin, apply, read };
}
