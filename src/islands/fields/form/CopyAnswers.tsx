/**
 * The button "Same as …": fills the empty fields of a part from another part; a second press undoes that. Loaded when the page is
 * idle.
 */
import { useState } from 'react';
import { repeatedAnswers } from '../../../domain/application/copied-answers.ts';
import type { CopySource } from '../../../domain/application/copy-sources.ts';
import type { Part } from '../../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../../domain/application/form.ts';
import { StatusText } from '../../ui/Loading.tsx';
import { labelOf } from '../field-texts.ts';
import styles from '../fields.module.css';
import { type PartContextValue, usePart, useValue } from '../part-context.tsx';

export function CopyAnswers({ part, source, others }: { part: Part; source: CopySource; others: () => FormState }) {
  const context = usePart();
  const { type, form, words } = context;
  const [filled, setFilled] = useState<FormState>({});
  const [announcement, announce] = useState('');
  const copied = Object.keys(filled).length > 0;
  const names = {
    petitioner_surname: useValue<unknown>('petitioner_surname'),
    petitioner_name: useValue<unknown>('petitioner_name'),
  };

  const put = (values: FormState) => {
    for (const [path, value] of Object.entries(values)) form.setValue(path, value);
  };
  const copy = () => {
    const found = repeatedAnswers.copy(part, form.values, others());
    put(found);
    setFilled(found);
    announce(Object.keys(found).length > 0 ? copiedText(context, found, others()) : words('copy.nothing'));
  };
  const swap = () => {
    const swapped = repeatedAnswers.swappedNames(form.values);
    put(swapped);
    // Undo removes what was copied, also where names were swapped since.
    if (copied) setFilled({ ...filled, ...repeatedAnswers.swappedNames(filled) });
    announce(namesText(context, swapped));
  };
  const undo = () => {
    const empty = emptyForm(type, { part });
    // Fields that were changed since stay.
    const same = Object.entries(filled).filter(
      ([path, value]) => JSON.stringify(form.valueAt(path)) === JSON.stringify(value),
    );
    put(Object.fromEntries(same.map(([path]) => [path, empty[path]])));
    setFilled({});
    announce(words('copy.undone'));
  };
  return (
    <p className={styles.copyAnswers}>
      <button type="button" className="text-button" onClick={copied ? undo : copy}>
        {words(copied ? 'copy.undo' : `copy.${source}`)}
      </button>
      {source === 'contact-person' && repeatedAnswers.canSwapNames(names, others()) && (
        <button type="button" className="text-button" onClick={swap}>
          {words('copy.swap')}
        </button>
      )}
      <StatusText>{announcement}</StatusText>
    </p>
  );
}

const NAMES = ['petitioner_surname', 'petitioner_name', 'petitioner_middlename'] as const;

/** "Surname: Karimov, First name: Anvar."; empty without names. */
function namesText(context: PartContextValue, values: FormState): string {
  const parts = NAMES.flatMap((path) => (values[path] ? [`${labelOf(context, path)}: ${values[path]}`] : []));
  return parts.length > 0 ? `${parts.join(', ')}.` : '';
}

function copiedText(context: PartContextValue, found: FormState, answers: FormState): string {
  const { words } = context;
  const names = namesText(context, found);
  const { titles, isCertain } = repeatedAnswers.contactName(answers);
  const title = { title: titles.join(' '), interpolation: { escapeValue: false } };
  return [
    words('copy.done'),
    names,
    names && titles.length > 0 ? words('copy.title', title) : '',
    names && !isCertain ? words('copy.unsure') : '',
  ]
    .filter(Boolean)
    .join(' ');
}
