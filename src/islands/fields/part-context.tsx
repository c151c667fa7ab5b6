/** Context of a part's controls: form, texts, validation. It holds no values: controls watch them by path. */
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import type { FieldCode } from '../../domain/api/field-codes.ts';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import type { FieldName, Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ItemMarks } from '../../domain/application/moved-items.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { photoMarksIn } from '../../domain/application/wire-names.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { FieldKind } from '../../domain/kinds/index.ts';
import { type PassportHolder, zoneFieldAt } from '../../domain/passport/holders.ts';
import type { ZoneField } from '../../domain/passport/reading.ts';
import { $scanResultsVersion, type ScanResult, scanResultIn } from '../../stores/application/scan-result.ts';
import { isChosenFile, valueAt } from '../../stores/device/form-values.ts';
import type { Text } from '../../stores/page-text.ts';
import type { Elements } from '../ui/elements.ts';
import type { FieldTexts } from '../ui/Field.tsx';
import { useClientStore, useHydrated } from '../ui/hooks.ts';
import type { AnswerForm } from './answer-form.ts';
import { errorText, hintOf, isOptional, labelOf } from './field-texts.ts';

export interface PartContextValue
  extends Pick<PartAnswers, 'others' | 'fill' | 'marks' | 'setMarks' | 'copies' | 'asked' | 'only'> {
  locale: Locale;
  /** Null before a type is chosen: then only step 1 is asked. */
  type: ApplicationType | null;
  form: AnswerForm;
  /** The values of the prerendered page. */
  blank?: FormState;
  t: Text<'forms'>;
  words: Text<'application'>;
  /** The current value at a form path. */
  shownValue?: (path: string) => unknown;
  /** Validates a field after the press with which it was left is over. */
  validateOnBlur: (path: string) => void;
  /** The form's current errors by form path. */
  check: () => FieldErrors;
  fileTool?: FileTool | undefined;
  /** Shows the passport photo's detail beside a field that was filled in from it. */
  photoMark: (field: ZoneField, photo: ScanResult) => ReactNode;
}

/** Gets a file for a field from somewhere else, such as a phone. */
export type FileTool = (field: {
  path: string;
  /** Takes the file as if it was chosen here. */
  chooseFile: (file: File) => Promise<ToolFileIssue>;
}) => Elements;

/** The issue of a file; null on success, `dropped` when another was chosen or the field is gone. */
export type ToolFileIssue = FieldCode | 'dropped' | null;

export const PartContext = createContext<PartContextValue | null>(null);

/** @throws Error outside the form of a part */
export function usePart(): PartContextValue {
  const part = useContext(PartContext);
  if (!part) throw new Error('a field is outside the form of a part');
  return part;
}

/** The value at a form path; the component renders when it changes. */
export function useValue<Value>(path: string): Value {
  const { form } = usePart();
  const read = () => form.valueAt(path) as Value;
  return useSyncExternalStore(form.subscribe, read, read);
}

/** The error code of a field; the component renders only when it changes. */
export function useFieldError(path: string): string | undefined {
  const { form } = usePart();
  return useSyncExternalStore(
    form.subscribe,
    () => form.errorAt(path),
    () => undefined,
  );
}

/** All errors of the part by form path; the component renders when one changes. */
export function useFieldErrors(): FieldErrors {
  const { form } = usePart();
  const read = () => form.errors;
  return useSyncExternalStore(form.subscribe, read, read);
}

/** What the photo of a person's passport shows; the component renders when that changes. */
export function useScanResult(holder: PassportHolder | undefined): ScanResult | null {
  const { form, others } = usePart();
  const version = useClientStore($scanResultsVersion);
  const all = useHydrated() && holder && { ...others?.(), ...form.values };
  const text = all ? photoMarksIn(all) : '';
  const file = text && all && holder ? valueAt(all, holder.scan) : null;
  // For a file that only the host has, the object is another one at each call.
  const scan = isChosenFile(file) ? file.blob : Boolean(file);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reading follows from these.
  return useMemo(() => (all && holder && text ? scanResultIn(all, holder) : null), [text, scan, holder?.scan, version]);
}

/** All texts around a field's control, in the page's language. @param ownHint `''` for that of the texts */
export function useFieldTexts(path: string, ownHint = ''): FieldTexts & { name: string } {
  const part = usePart();
  const { t, asked } = part;
  const code = useFieldError(path);
  const hint = ownHint || hintOf(part, path);
  const read = zoneFieldAt(path);
  const photo = useScanResult(read?.holder);
  const isFilled = photo?.lines && read && photo.filled.includes(read.field);
  return {
    name: path,
    label: labelOf(part, path),
    hint: asked?.has(path)
      ? requestedHint(t('asked'), hint)
      : isFilled
        ? part.photoMark(read.field, photo)
        : hint || undefined,
    error: code && errorText(part, path, code),
    errorPrefix: t('errorPrefix'),
    optionalLabel: isOptional(path) ? t('optional') : undefined,
  };
}

/** The hint of a field that a reviewer asks to change, with a mark that screen readers speak with the field. */
function requestedHint(mark: string, hint: string): ReactNode {
  return (
    <>
      <strong className="asked-mark">{mark}</strong>
      {hint && <span>{` ${hint}`}</span>}
    </>
  );
}

export type PartMarks = Pick<ItemMarks, 'refused' | 'lost'>;

/** Where a part's answers come from: a draft, or a submitted application. */
export interface PartAnswers {
  /** The form's default values. */
  initial: () => FormState;
  /** Called once, when the part is mounted. */
  opened: () => void;
  /** Called at each change, including each key, with the form's values and the changed path. */
  typed: (values: FormState, path: string) => void;
  check: (values: FormState) => FieldErrors;
  /** Errors to show as soon as the part opens, by form path. */
  mistakes: () => FieldErrors;
  /** Stores the part on the device. @returns errors of its own fields, by form path; none if it counts as saved */
  save: (values: FormState) => FieldErrors | Promise<FieldErrors>;
  /** All answers, also those of other parts, as context for a part's fields. */
  others?: () => FormState;
  /** The parts from which fields may be filled, as in "Same as my stay". */
  copies?: readonly Part[];
  /** Puts answers into other parts, by form path. If absent, nothing is filled in from a passport photo. */
  fill?: (values: FormState) => void;
  /** Marks that stay when the form is unmounted, by form path. */
  marks?: () => PartMarks;
  setMarks?: (marks: PartMarks) => void;
  /** Form paths that a reviewer asks to change. */
  asked?: ReadonlySet<string>;
  /** Shows only these fields of the part; by default all. */
  only?: readonly FieldName[];
}

/** A question about an answer (use-question.tsx), and answers to take instead, by form path. */
export interface Question {
  text: string;
  suggestions: readonly { label: string; answers: FormState }[];
}

/** Props of every control in FormField's table. */
export interface ControlProps {
  /** Form path, which is the control's name and id. */
  path: string;
  kind: FieldKind;
  /** Largest number of characters; 0 for no limit. */
  max: number;
}

/** Kinds that have one control; ListField renders lists, the review page renders the consent. */
export type ControlKind = Exclude<FieldKind, 'relatives' | 'previousTrips' | 'lastTrips' | 'consent' | 'photoMarks'>;
