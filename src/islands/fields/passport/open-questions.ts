/** Questions about answers that contradict the photo of a passport: the application is sent once each is answered. */

/** Attribute of an open question. */
export const OPEN_QUESTION = 'data-open-question';

/** Moves the focus to the first answer of the first open question on the page. @returns false without one */
export function focusOpenQuestion(): boolean {
  const question = document.querySelector(`[${OPEN_QUESTION}]`);
  question?.querySelector('button')?.focus();
  return question !== null;
}
