/** Corrects a text box while it is typed in, by the browser's own editing: Undo can't take back a value that a script sets. */
import { useEffect, useEffectEvent, useRef } from 'react';

type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** A box after an edit. */
export interface TypedText {
  value: string;
  caret: number;
  /** As in an `InputEvent` (W3C Input Events); `''` for autofill, and when the box is left. */
  inputType: string;
  /** The inserted text, if it is known. */
  data: string | null;
}

export type Correction = Pick<TypedText, 'value' | 'caret'>;

/** Puts a text into a box as one edit, which Undo takes back if the box has the focus. */
export function replaceText(box: TextBox, { value, caret }: Correction): void {
  const old = box.value;
  if (old === value) return;
  const from = commonStart(old, value);
  const kept = commonEnd(old.slice(from), value.slice(from));
  const to = old.length - kept;
  const text = value.slice(from, value.length - kept);
  const isFocused = document.activeElement === box;
  if (isFocused) select(box, from, to);
  // Deprecated without a successor: no other API changes a box so that Undo works.
  if (!isFocused || !document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) {
    box.setRangeText(text, from, to, 'end');
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (isFocused) select(box, caret, caret);
}

/** Selects only what changes: otherwise Undo would separate the edit from the keys before and after it. */
function select(box: TextBox, from: number, to: number): void {
  if (box.selectionStart !== from || box.selectionEnd !== to) box.setSelectionRange(from, to);
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length += 1;
  return length;
}

function commonEnd(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

/** The box after an edit that is about to happen; null where the event does not tell, or cannot be cancelled. */
function expectedText(box: TextBox, { inputType, data, dataTransfer, isComposing, cancelable }: InputEvent) {
  const deletion = /^deleteContent(Back|For)ward$/.exec(inputType);
  const isInsertion = inputType === 'insertText' || inputType === 'insertFromPaste';
  if (isComposing || !cancelable || !(deletion || isInsertion)) return null;
  const text = deletion ? '' : (data ?? dataTransfer?.getData('text/plain'));
  if (text === undefined) return null;
  let [from, to] = [box.selectionStart ?? 0, box.selectionEnd ?? 0];
  if (deletion && from === to) {
    if (deletion[1] === 'Back') from = Math.max(0, from - 1);
    else to += 1;
  }
  const value = box.value.slice(0, from) + text + box.value.slice(to);
  return { value, caret: from + text.length, inputType, data: text };
}

/**
 * A ref for a box whose text `correct` corrects: before a key or paste changes it, else right after that; at the end of a word
 * that is composed with an input method, as on Android; and when the box is left. Undo and Redo are left alone.
 * @param correct called once for each edit
 */
export function useCorrection<Box extends TextBox>(correct: (typed: TypedText) => Correction) {
  const ref = useRef<Box>(null);
  const corrected = useEffectEvent(correct);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    /** The value that needs no further correction; empty for values typed before hydration. */
    let known = '';
    const put = (typed: TypedText) => {
      const wanted = corrected(typed);
      known = wanted.value;
      replaceText(box, wanted);
    };
    const before = (event: InputEvent) => {
      const typed = expectedText(box, event);
      if (!typed) return;
      const wanted = corrected(typed);
      known = wanted.value;
      if (wanted.value === typed.value) return;
      event.preventDefault();
      replaceText(box, wanted);
    };
    const after = (event: Event) => {
      const { inputType = '', data = null, isComposing = false } = event as Partial<InputEvent>;
      if (box.value === known || isComposing || inputType.startsWith('history')) return;
      put({ value: box.value, caret: box.selectionStart ?? box.value.length, inputType, data });
    };
    const focused = () => {
      known = box.value;
    };
    box.addEventListener('focus', focused);
    box.addEventListener('beforeinput', before as EventListener);
    for (const event of ['input', 'compositionend', 'blur']) box.addEventListener(event, after);
    return () => {
      box.removeEventListener('focus', focused);
      box.removeEventListener('beforeinput', before as EventListener);
      for (const event of ['input', 'compositionend', 'blur']) box.removeEventListener(event, after);
    };
  }, []);
  return ref;
}
