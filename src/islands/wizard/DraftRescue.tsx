/** Ways on where the form can't show its draft: download the answers, delete the draft. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { DRAFT_ANSWERS } from '../../stores/application/answers-file.ts';
import { flushDraft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import { DownloadAnswers } from '../fields/DownloadAnswers.tsx';
import { DeleteDraft } from './DeleteDraft.tsx';
import { useDraft } from './use-draft.ts';

export function DraftRescue({ locale }: { locale: Locale }) {
  const type = useDraft((draft) => draft.type);
  return (
    <>
      <p>{textOf(locale, 'application')('draft.rescue.text')}</p>
      <span className="button-row">
        <DownloadAnswers locale={locale} type={type} record={DRAFT_ANSWERS} flush={flushDraft} />
        <DeleteDraft locale={locale} />
      </span>
    </>
  );
}
