/**
 * What comes by itself, or is told on leaving a field, waits until the press that is under way has arrived: a line that comes
 * or goes while a button is held down would move what is pressed from under the hand, and nothing would happen.
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
  // The end of a press that becomes a menu of the system is never told; whoever types has a hand free.
  for (const event of ['pointerup', 'pointercancel', 'contextmenu', 'keydown']) {
    document.addEventListener(event, () => end(), true);
  }
}

/** Calls `action` in a later task: after the click, if a mouse button or a finger is down now. */
export function afterPress(action: () => void): void {
  void pressEnds.then(() => setTimeout(action));
}

/** As {@link afterPress}, to be waited for. */
export function pressEnded(): Promise<void> {
  return new Promise(afterPress);
}
