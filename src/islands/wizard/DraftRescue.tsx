/** Ways on where the form can't show its draft: download the answers, delete the draft. */
import { useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { flushDraft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import { labelOf } from '../fields/field-texts.ts';
import { Button } from '../ui/Button.tsx';
import { DeleteDraft } from './DeleteDraft.tsx';
import { useDraft } from './use-draft.ts';

export function DraftRescue({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const type = useDraft((draft) => draft.type);
  const [state, setState] = useState<'idle' | 'busy' | 'none' | 'failed'>('idle');
  const download = async () => {
    setState('busy');
    // What was typed last may be the one thing that the device refuses.
    await flushDraft().catch(() => undefined);
    const words = { t: textOf(locale, 'forms'), type };
    const label = (path: string) => {
      try {
        return labelOf(words, path);
      } catch {
        return path;
      }
    };
    try {
      const { saveDraftFile } = await import('../../stores/application/save-draft-file.ts');
      setState((await saveDraftFile({ title: t('draft.rescue.file'), label, lang: locale })) ? 'idle' : 'none');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <p>{t('draft.rescue.text')}</p>
      <span className="button-row">
        <Button kind="quiet" busy={state === 'busy'} onClick={() => void download()}>
          {t('draft.rescue.download')}
        </Button>
        <DeleteDraft locale={locale} />
      </span>
      <output>
        {state === 'none' && t('draft.rescue.none')}
        {state === 'failed' && t('draft.rescue.failed')}
      </output>
    </>
  );
}
