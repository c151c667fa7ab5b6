/** What every control of a form needs: the form, the words, and how to check a field. No value of the form is in it. */
import type { TFunction } from 'i18next';
import { createContext, type ReactNode, useContext } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { FieldKind } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { FieldTexts } from '../ui/Field.tsx';
import { useAfterHydration } from '../ui/use-hydrated.ts';
import { errorCode } from './field-errors.ts';
import { errorText, hintOf, isOptional, labelOf } from './field-texts.ts';

export interface PartContextValue {
  locale: Locale;
  /** Null as long as none is chosen: only step 1 is asked then. */
  type: ApplicationType | null;
  form: UseFormReturn<FormState>;
  /** The values as the page shows them before it is hydrated; not needed where it is not prerendered. */
  blank?: FormState;
  /** Words of the namespace `forms`. */
  t: TFunction;
  /** Words of the namespace `application`. */
  words: TFunction;
  /** Checks a field that is being left, if something stands in it, when the press that left it has arrived. */
  leave: (path: string) => void;
  /** What is wrong with the form right now, by form path. */
  check: () => FieldErrors;
  /** The answers of the other parts; without it none is filled from them. */
  others?: (() => FormState) | undefined;
  /** Form paths that a reviewer asks to change. */
  asked?: ReadonlySet<string> | undefined;
}

export const PartContext = createContext<PartContextValue | null>(null);

/** @throws Error outside the form of a part */
export function usePart(): PartContextValue {
  const part = useContext(PartContext);
  if (!part) throw new Error('a field stands outside the form of a part');
  return part;
}

/** The value at a form path; renders when it changes. */
export function useValue<Value>(path: string): Value {
  const { form } = usePart();
  return useWatch({ control: form.control, name: path, exact: true }) as Value;
}

/** The code of what is wrong with a field, and nothing else of the form's state; renders when that changes. */
export function useFieldError(path: string): string | undefined {
  const { form } = usePart();
  const { errors } = useFormState({ control: form.control, name: path, exact: true });
  return useAfterHydration(errorCode(errors, path), undefined);
}

/** All words around a field's control, in the page's language. */
export function useFieldTexts(path: string): FieldTexts & { name: string } {
  const { t, type, asked } = usePart();
  const code = useFieldError(path);
  const words = { t, type };
  const hint = hintOf(words, path);
  return {
    name: path,
    label: labelOf(words, path),
    hint: asked?.has(path) ? askedHint(t('asked'), hint) : hint || undefined,
    error: code && errorText(words, path, code),
    errorPrefix: t('errorPrefix'),
    optionalLabel: isOptional(path) ? t('optional') : undefined,
  };
}

/** The hint of a field that a reviewer asks to change: a mark before it, which a screen reader hears with the field. */
export function askedHint(mark: string, hint: string): ReactNode {
  return (
    <>
      <strong className="asked-mark">{mark}</strong>
      {hint && ` ${hint}`}
    </>
  );
}

/**
 * Whose answers a part's form holds: a draft's, or those of an application that was sent. The form itself
 * (PartForm.tsx) is the same for both.
 */
export interface PartAnswers {
  /** What the form begins with. */
  initial: () => FormState;
  /** Called once, when the part is shown. */
  opened: () => void;
  /** Takes what the form holds after a change at a form path. Called at each key. */
  typed: (values: FormState, path: string) => void;
  /** What is wrong with the part's own fields now, by form path. */
  check: (values: FormState) => FieldErrors;
  /** What is told as soon as the part opens, by form path. */
  mistakes: () => Promise<FieldErrors>;
  /** Keeps the part on the device. @returns what is wrong with its own fields, by form path; empty when it counts as saved */
  save: (values: FormState) => FieldErrors;
  /** The answers of the other parts, for those that can be filled from them; without it that is not offered. */
  others?: () => FormState;
  /** Form paths that a reviewer asks to change. */
  asked?: ReadonlySet<string>;
}

/** What the table of controls (FormField.tsx) hands to each of them. */
export interface FieldProps {
  /** Form path, which is the control's name and id. */
  path: string;
  kind: FieldKind;
  /** Largest number of characters; 0 where there is none. */
  max: number;
}
