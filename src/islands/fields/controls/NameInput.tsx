/** A person's name. Names as in passports are questioned (use-question.tsx). */
import { type ChangeEvent, type CompositionEvent, type FocusEvent, useState } from 'react';
import { siblingPath } from '../../../domain/application/form.ts';
import { cleanName, type NameOptions } from '../../../domain/input/name.ts';
import { valueAt } from '../../../stores/device/form-values.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from '../fields.module.css';
import { type ControlProps, useFieldTexts, usePart } from '../part-context.tsx';
import { Offers } from '../use-question.tsx';
import { useQuestionedInput } from './TextInputs.tsx';

/** Drops invalid characters, and lists them in the note until the field is empty. */
export function NameInput({ path, kind }: ControlProps) {
  const { t, form, others } = usePart();
  const texts = useFieldTexts(path);
  const { question, accept, ...input } = useQuestionedInput(path, kind);
  const [dropped, setDropped] = useState<readonly string[]>([]);

  const clean = (box: HTMLInputElement) => {
    // Of the same person: the applicant's may be in another part.
    const citizenship = valueAt({ ...others?.(), ...form.getValues() }, siblingPath(path, 'citizenship'));
    const added = cleanBox(box, {
      withInitials: kind === 'nameWithInitials',
      keepsI: ['', 'TR', 'AZ'].includes(String(citizenship ?? '')),
    });
    setDropped((all) => (box.value === '' && added.length === 0 ? [] : [...new Set([...all, ...added])]));
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
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const box = event.target;
    clean(box);
    box.value = box.value.trimEnd();
    if (form.getValues(path) !== box.value) form.setValue(path, box.value);
    void input.onBlur(event);
  };
  const about = [dropped.length > 0 ? t('name.dropped', { characters: dropped.join(' ') }) : '', question?.text];
  return (
    <div className={styles.withAside}>
      <TextField
        {...texts}
        {...input}
        onChange={change}
        onCompositionEnd={compositionEnded}
        onBlur={leave}
        note={about.filter(Boolean).join(' ')}
        spellCheck={false}
        autoCapitalize="words"
      />
      <Offers question={question} accept={accept} />
    </div>
  );
}

/** Removes invalid characters. @returns the removed characters */
function cleanBox(box: HTMLInputElement, options: NameOptions): readonly string[] {
  const caret = box.selectionStart ?? box.value.length;
  const { value, dropped } = cleanName(box.value, options);
  if (value !== box.value) {
    const before = cleanName(box.value.slice(0, caret), options).value.length;
    box.value = value;
    if (document.activeElement === box) box.setSelectionRange(before, before);
  }
  return dropped;
}
