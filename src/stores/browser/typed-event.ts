/**
 * Whether an `input` or `change` event comes from the applicant or a program acting for them, such as autofill. Firefox restores
 * a tab's boxes with trusted events after `pageshow`, but never files; autofill and password managers wait for a first key, click
 * or touch.
 */
export function isTyped(event: Event): boolean {
  const { target, isTrusted, inputType } = event as InputEvent;
  if (!isTrusted || target === document.activeElement || inputType === 'insertFromDrop') return true;
  // Firefox has `userActivation` since version 120.
  return (target as HTMLInputElement).type === 'file' || navigator.userActivation?.hasBeenActive !== false;
}
