/**
 * Whether an `input` or `change` event comes from the applicant or a program that acts for them. Firefox restores a tab's boxes
 * with trusted events after `pageshow`, but no files; autofill and password managers wait for a first key, click or touch.
 */
export function isTyped(event: Event): boolean {
  const { target, isTrusted, inputType } = event as InputEvent;
  if (!isTrusted || target === document.activeElement || inputType === 'insertFromDrop') return true;
  // Firefox has `userActivation` from 120 on.
  return (target as HTMLInputElement).type === 'file' || navigator.userActivation?.hasBeenActive !== false;
}
