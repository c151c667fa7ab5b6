import { type RefObject, useEffect } from 'react';
import { keepFocusPlace } from './kept-focus.ts';

/** Shows a `<dialog>` while it is open. One that destroys something opens on the safe button; closing gives the focus back. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useEffect(() => {
    const node = dialog.current;
    if (!node || !open) return;
    const restoreFocus = keepFocusPlace();
    if (!node.open) node.showModal();
    node.querySelector<HTMLElement>('.button--danger ~ button')?.focus();
    return () => {
      node.close();
      // A dialog that is removed is still there.
      setTimeout(restoreFocus);
    };
  }, [dialog, open]);
}
