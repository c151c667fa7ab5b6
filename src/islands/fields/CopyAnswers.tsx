/** "Same as …": fills what is empty in a part from another one at a press, and takes it back at another. */
import { useState } from 'react';
import { COPIED_FROM, copiedAnswers } from '../../domain/application/copied-answers.ts';
import type { Part } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { StatusText } from '../ui/StatusText.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { usePart } from './part-context.ts';

export function CopyAnswers({ part }: { part: Part }) {
  const source = COPIED_FROM[part]?.source;
  const { type, form, changed, words, others } = usePart();
  const hydrated = useHydrated();
  const [filled, setFilled] = useState<FormState>({});
  const copied = Object.keys(filled).length > 0;
  const [said, setSaid] = useState('');
  if (!source || !others) return null;

  const put = (values: FormState) => {
    for (const [path, value] of Object.entries(values)) {
      form.setValue(path, value);
      changed(path);
    }
  };
  const copy = () => {
    const found = copiedAnswers(part, form.getValues(), others());
    put(found);
    setFilled(found);
    setSaid(words(Object.keys(found).length > 0 ? 'copy.done' : 'copy.nothing'));
  };
  const undo = () => {
    const empty = emptyForm(type, { part });
    // What was typed over it since stays.
    const same = Object.entries(filled).filter(
      ([path, value]) => JSON.stringify(form.getValues(path)) === JSON.stringify(value),
    );
    put(Object.fromEntries(same.map(([path]) => [path, empty[path]])));
    setFilled({});
    setSaid(words('copy.undone'));
  };
  return (
    <p className="copy-answers">
      <button type="button" className="text-button" onClick={copied ? undo : copy} disabled={!hydrated}>
        {words(copied ? 'copy.undo' : `copy.${source}`)}
      </button>
      <StatusText>{said}</StatusText>
    </p>
  );
}
