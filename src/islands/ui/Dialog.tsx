/** A modal `<dialog>` in the page's modal container. Escape and the backdrop close it. */
import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './Dialog.module.css';
import type { Elements } from './elements.ts';
import { useModal } from './focus.ts';
import { useHydrated } from './hooks.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  actions?: Elements;
}

export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();
  // In layouts/Base.astro; it persists when the router replaces the page. Prerendered pages have no dialog.
  const container = useHydrated() ? document.getElementById('modal') : null;

  useModal(dialog, open && container !== null);

  const cancel = (event: SyntheticEvent) => {
    // The parent controls `open`.
    event.preventDefault();
    onClose();
  };
  // Only a press that began on the backdrop counts, since selecting text may end outside the dialog.
  const release = (event: MouseEvent) => {
    if (pressedOutside.current && event.target === dialog.current) onClose();
    pressedOutside.current = false;
  };

  if (!container) return null;
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key; the platform gives it to the dialog.
    <dialog
      className={styles.dialog}
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={cancel}
      // Chromium closes a dialog at the second Escape, even one that has to stay.
      onClose={() => open && dialog.current?.showModal()}
      onMouseDown={(event) => {
        pressedOutside.current = event.target === dialog.current;
      }}
      onClick={release}
    >
      <div className={styles.sheet}>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        <div className={styles.body}>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>,
    container,
  );
}
