/**
 * Delays rendering until a pending press is over: a line that appears or disappears between `pointerdown` and `pointerup`,
 * such as an error on blur, would move the button from under the pointer, and no click would follow.
 */
let pressEnds = Promise.resolve();
let end = () => {};

if (typeof document !== 'undefined') {
  document.addEventListener(
    'pointerdown',
    () => {
      end();
      pressEnds = new Promise((ended) => {
        end = ended;
      });
    },
    true,
  );
  // A press that opens a context menu has no `pointerup`; a key means that none is pending.
  for (const event of ['pointerup', 'pointercancel', 'contextmenu', 'keydown']) {
    document.addEventListener(event, () => end(), true);
  }
}

/** Calls `action` in a later task: after the click, if a mouse button or a finger is down now. */
export function afterPress(action: () => void): void {
  void pressEnds.then(() => setTimeout(action));
}

/** {@link afterPress} as a promise. */
export function pressEnded(): Promise<void> {
  return new Promise(afterPress);
}
