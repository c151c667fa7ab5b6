/** A button that sends a request after a question. The question's script is loaded by the first press. */
import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { STAGE_TITLE } from './HomeStage.tsx';
import type { RequestDialogProps } from './RequestDialog.tsx';

interface RequestButtonProps extends Omit<RequestDialogProps, 'open' | 'onClose'> {
  label: string;
}

/** The same element for another request keeps the focus on the button. */
export function RequestButton({ label, ...question }: RequestButtonProps) {
  // Null before the first press.
  const [open, setOpen] = useState<boolean | null>(null);
  useEffect(() => focusStageWhenLost, []);
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

/** A request that is done may remove its button and question, and with them the focus. */
function focusStageWhenLost(): void {
  if (document.activeElement === document.body) document.getElementById(STAGE_TITLE)?.focus();
}

const lazyDialog = lazyModule(() => import('./RequestDialog.tsx'));
