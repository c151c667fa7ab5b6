/** The button that saves a copy of this device's draft. Lazy-loaded. */
import { useStore } from '@nanostores/react';
import { DRAFT_ANSWERS } from '../../stores/application/answers-file.ts';
import { $draft, draftStore } from '../../stores/application/draft.ts';
import { DownloadAnswers } from '../fields/DownloadAnswers.tsx';

export function DraftCopy() {
  const { type } = useStore($draft);
  return <DownloadAnswers type={type} record={DRAFT_ANSWERS} flush={() => draftStore.flushDraft()} />;
}
