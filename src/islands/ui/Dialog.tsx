/** The platform's modal dialog. Escape and the backdrop close it; the browser gives the focus back to where it was. */
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();

  useEffect(() => {
    const node = dialog.current;
    if (!node || !open) return;
    if (!node.open) node.showModal();
    return () => node.close();
  }, [open]);

  const cancel = (event: SyntheticEvent) => {
    // The parent owns `open`.
    event.preventDefault();
    onClose();
  };
  // Only a press that began on the backdrop counts: text may be selected out of the dialog.
  const release = (event: MouseEvent) => {
    if (pressedOutside.current && event.target === dialog.current) onClose();
    pressedOutside.current = false;
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key; the dialog has it from the platform.
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={cancel}
      onMouseDown={(event) => {
        pressedOutside.current = event.target === dialog.current;
      }}
      onClick={release}
    >
      <div className="dialog__sheet">
        <h2 className="dialog__title" id={titleId}>
          {title}
        </h2>
        <div className="dialog__body">{children}</div>
        {actions && <div className="dialog__actions">{actions}</div>}
      </div>
    </dialog>
  );
}
