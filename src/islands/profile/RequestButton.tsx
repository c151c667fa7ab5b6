/** A button that sends a request after a question. The question's script is loaded by the first press. */
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import type { RequestDialogProps } from './RequestDialog.tsx';

interface RequestButtonProps extends Omit<RequestDialogProps, 'open' | 'onClose'> {
  label: string;
}

export function RequestButton({ label, ...question }: RequestButtonProps) {
  // Null before the first press.
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <div className="no-print">
      <Button kind="link" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {(open !== null || question.request) && (
        <Lazy module={lazyDialog}>
          {({ RequestDialog }) => <RequestDialog {...question} open={!!open} onClose={() => setOpen(false)} />}
        </Lazy>
      )}
    </div>
  );
}

const lazyDialog = lazyModule(() => import('./RequestDialog.tsx'));
