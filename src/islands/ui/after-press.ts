/** Delays rendering until a press is over: an error on blur, say, would move the button away before its click. */
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
  // A press that opens a context menu has no `pointerup`; a key means that no press is pending.
  for (const event of ['pointerup', 'pointercancel', 'contextmenu', 'keydown']) {
    document.addEventListener(event, () => end(), true);
  }
}

/** Calls `action` in a later task: after the click, if a mouse button or finger is down. */
export function runAfterPress(action: () => void): void {
  void pressEnds.then(() => setTimeout(action));
}

/** {@link runAfterPress} as a promise. */
export function waitForPressEnd(): Promise<void> {
  return new Promise(runAfterPress);
}
