/** A question about an answer, in a note below its field, with other answers to take. It never blocks the form. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FormState, siblingPath } from '../../domain/application/form.ts';
import type { FieldKind } from '../../domain/kinds/index.ts';
import { zoneFieldAt } from '../../domain/passport/holders.ts';
import { whenIdle } from '../../stores/browser/when-idle.ts';
import { isBlankForm, valueAt } from '../../stores/device/form-values.ts';
import { focusField, runAfterPress } from '../ui/focus.ts';
import styles from './fields.module.css';
import { type Question, usePart, useScanResult, useValue } from './part-context.tsx';

/**
 * `look` checks the present answer, also when the form is opened again; `clear` is called when the answer is being changed;
 * `accept` takes a suggested answer. The rules are loaded when the first answer is given.
 */
export function useQuestion(path: string, kind: FieldKind) {
  const part = usePart();
  const { form, validateOnBlur } = part;
  const [question, ask] = useState<Question | null>(null);
  const turn = useRef(0);
  const photo = useScanResult(zoneFieldAt(path)?.holder);
  const citizenship = useValue<unknown>(siblingPath(path, 'citizenship'));

  const look = async () => {
    turn.current += 1;
    const own = turn.current;
    const rules = isBlankForm(form.valueAt(path)) ? null : await import('./questions.ts').catch(() => null);
    const found = (await rules?.questionAt({ part, path, kind, photo }).catch(() => null)) ?? null;
    if (own === turn.current) runAfterPress(() => own === turn.current && ask(found));
  };
  const clear = () => {
    turn.current += 1;
    if (question) ask(null);
  };
  const accept = (answers: FormState) => {
    const known = form.values;
    for (const [at, value] of Object.entries(answers)) if (valueAt(known, at) !== undefined) form.setValue(at, value);
    clear();
    validateOnBlur(path);
    focusField(path);
  };
  const lookAgain = useEffectEvent(() => void look());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer depends on these, which change beside it.
  useEffect(() => whenIdle(lookAgain), [path, citizenship, photo, part.locale]);
  return { question, look, clear, accept };
}

/** The suggested answers, each as a button. */
export function SuggestedAnswers({ question, accept }: Pick<ReturnType<typeof useQuestion>, 'question' | 'accept'>) {
  return question?.suggestions.map(({ label, answers }) => (
    <button type="button" className={`text-button ${styles.aside}`} key={label} onClick={() => accept(answers)}>
      {label}
    </button>
  ));
}
