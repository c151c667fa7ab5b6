/** The button that deletes this device's draft; its question is loaded at the press. */
import { useState } from 'react';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { useText } from '../ui/use-locale.ts';
import { withNoticeWords } from './notice-words.ts';

export function DeleteDraft() {
  const t = useText('application');
  /** Null before the first press: afterwards the dialog stays, so that closing it restores the focus. */
  const [asking, setAsking] = useState<boolean | null>(null);
  return (
    <>
      <button type="button" className="text-button text-button--danger" onClick={() => setAsking(true)}>
        {t('draft.delete')}
      </button>
      {asking !== null && (
        <Lazy module={lazyDialog}>
          {({ DeleteDialog }) => <DeleteDialog open={asking} onClose={() => setAsking(false)} />}
        </Lazy>
      )}
    </>
  );
}

const lazyDialog = lazyModule(() => withNoticeWords(import('./DeleteDialog.tsx')));
