/** Fields of free text. They are uncontrolled: a key stroke changes the draft and renders nothing. */
import { type ChangeEvent, useState } from 'react';
import { FIELDS } from '../../domain/application/fields.ts';
import { cleanName, isCyrillic } from '../../domain/input/name.ts';
import { valueAt } from '../../stores/device/form-values.ts';
import { placeOf } from '../fields/field-texts.ts';
import { afterPress } from '../ui/after-press.ts';
import { TextArea } from '../ui/TextArea.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useAfterHydration } from '../ui/use-hydrated.ts';
import { autoCompleteOf } from './autocomplete.ts';
import type { FieldProps } from './field-props.ts';
import { Offer, useOffer } from './Offer.tsx';
import { useFieldTexts, useInput, usePart, useValue } from './part-context.ts';

/** An input of free text, which is judged when it is left. */
export function useTextInput(path: string) {
  const { leave } = usePart();
  const input = useInput(path);
  return {
    ...input,
    onBlur: (event: { target: unknown }) => {
      leave(path);
      return input.onBlur(event);
    },
    autoComplete: autoCompleteOf(path),
  };
}

export function PlainInput({ path, max }: FieldProps) {
  return <TextField {...useFieldTexts(path)} {...useTextInput(path)} maxLength={max || undefined} />;
}

export function PassportInput({ path }: FieldProps) {
  return (
    <TextField
      {...useFieldTexts(path)}
      {...useTextInput(path)}
      width="m"
      spellCheck={false}
      autoCapitalize="characters"
      autoCorrect="off"
      maxLength={30}
    />
  );
}

/** True for the names that stand in a passport: the applicant's and the relatives'. */
function isPassportName(path: string): boolean {
  const place = placeOf(path);
  return place.kind === 'item' || (place.kind === 'field' && FIELDS[place.name].part === 'name');
}

/**
 * Keeps what belongs to a name and says what it dropped, under the field. The caret stays where it was. A Cyrillic name of a
 * passport is offered its Latin spelling when it is left.
 */
export function NameInput({ path, max }: FieldProps) {
  const { t } = usePart();
  const texts = useFieldTexts(path);
  const input = useTextInput(path);
  const [dropped, setDropped] = useState('');
  const [cyrillic, setCyrillic] = useState(false);
  const { offers, offer, take } = useOffer(path);

  const clean = (event: ChangeEvent<HTMLInputElement>) => {
    const box = event.target;
    // Half a character of an input method is not yet a character to judge.
    if (!(event.nativeEvent as InputEvent).isComposing) {
      const caret = box.selectionStart ?? box.value.length;
      const cleaned = cleanName(box.value);
      if (cleaned.value !== box.value) {
        const before = cleanName(box.value.slice(0, caret)).value.length;
        box.value = cleaned.value;
        if (document.activeElement === box) box.setSelectionRange(before, before);
      }
      if (cleaned.dropped) setDropped(cleaned.dropped);
      if (!isCyrillic(box.value)) setCyrillic(false);
    }
    void input.onChange(event);
  };

  const offerLatin = async (name: string) => {
    if (!isCyrillic(name)) return offer([]);
    // Where the table can't be fetched, the note alone says what is needed.
    const table = await import('../../domain/input/latin-spelling.ts').catch(() => null);
    offer([table?.latinSpelling(name) ?? []].flat());
  };
  const leave = (event: { target: HTMLInputElement }) => {
    const box = event.target;
    afterPress(() => {
      setDropped('');
      if (!isPassportName(path)) return;
      setCyrillic(isCyrillic(box.value));
      void offerLatin(box.value);
    });
    void input.onBlur(event);
  };

  return (
    <div className="with-aside">
      <TextField
        {...texts}
        {...input}
        onChange={clean}
        onBlur={leave}
        note={dropped ? t('name.dropped', { characters: dropped }) : cyrillic ? t('name.latin') : ''}
        spellCheck={false}
        autoCapitalize="words"
        maxLength={max || undefined}
      />
      <Offer
        offers={offers}
        onTake={(spelling) => {
          setCyrillic(false);
          take(spelling);
        }}
      />
    </div>
  );
}

/** Long text with its count; only the count is watched. */
export function LongTextInput({ path, max }: FieldProps) {
  const { t, blank } = usePart();
  const text = useAfterHydration(String(useValue(path)), String(valueAt(blank ?? {}, path) ?? ''));
  return (
    <TextArea
      {...useFieldTexts(path)}
      {...useTextInput(path)}
      count={t('longtext.count', { used: text.length, max })}
      maxLength={max}
    />
  );
}
