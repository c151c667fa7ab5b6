/** The button that deletes this device's draft; its question is loaded at the press. */
import { useState } from 'react';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { useText } from '../ui/use-locale.ts';
import { withNoticeWords } from './notice-words.ts';

export function DeleteDraft() {
  const t = useText('application');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="text-button text-button--danger" onClick={() => setAsking(true)}>
        {t('draft.delete')}
      </button>
      {asking && (
        <Lazy module={lazyDialog}>{({ DeleteDialog }) => <DeleteDialog onClose={() => setAsking(false)} />}</Lazy>
      )}
    </>
  );
}

const lazyDialog = lazyModule(() => withNoticeWords(import('./DeleteDialog.tsx')));
