/**
 * What comes by itself, or is told on leaving a field, waits until the press that is under way has arrived: a line that comes
 * or goes while a button is held down would move what is pressed from under the hand, and nothing would happen.
 */
let pressEnds = Promise.resolve();
let end = () => {};

if (typeof document !== 'undefined') {
  const listen = (event: 'pointerdown' | 'pointerup' | 'pointercancel', act: () => void) =>
    document.addEventListener(event, act, true);
  listen('pointerdown', () => {
    // The end of a press that became a menu of the system is never told.
    end();
    pressEnds = new Promise((ended) => {
      end = ended;
    });
  });
  listen('pointerup', () => end());
  listen('pointercancel', () => end());
}

/** Calls `action` in a later task: after the click, if a mouse button or a finger is down now. */
export function afterPress(action: () => void): void {
  void pressEnds.then(() => setTimeout(action));
}
