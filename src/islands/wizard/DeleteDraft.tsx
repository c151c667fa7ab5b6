/** The button that deletes this device's draft; its question is loaded at the press. */
import { useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { LazyFallback, lazyModule } from '../ui/lazy.tsx';
import { withNoticeWords } from './notice-words.ts';

export function DeleteDraft({ locale }: { locale: Locale }) {
  /** Null before the first press: afterwards the dialog stays, so that closing it restores the focus. */
  const [asking, setAsking] = useState<boolean | null>(null);
  return (
    <>
      <button type="button" className="text-button text-button--danger" onClick={() => setAsking(true)}>
        {textOf(locale, 'application')('draft.delete')}
      </button>
      {asking !== null && <LazyDialog locale={locale} open={asking} onClose={() => setAsking(false)} />}
    </>
  );
}

const lazyDialog = lazyModule(() => withNoticeWords(import('./DeleteDialog.tsx')));

function LazyDialog(props: { locale: Locale; open: boolean; onClose: () => void }) {
  const loaded = lazyDialog.use();
  return loaded ? <loaded.DeleteDialog {...props} /> : <LazyFallback locale={props.locale} module={lazyDialog} />;
}
