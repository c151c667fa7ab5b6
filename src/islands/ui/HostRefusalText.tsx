/** The host's own text about a refusal, marked as a quotation. */
import { Fragment } from 'react';
import { unplacedSentences } from '../../stores/api/refusal.ts';
import type { CallRefusal } from '../../stores/api/request.ts';
import { useText } from './hooks.ts';

export function HostRefusalText({ refusal }: { refusal: CallRefusal }) {
  const t = useText('forms');
  const sentences = [...new Set([refusal.sentence ?? [], unplacedSentences(refusal)].flat())];
  if (sentences.length === 0) return null;
  return (
    <p>
      <span>{t('refusals.hostSays')}</span>
      {sentences.map((text) => (
        <Fragment key={text}>
          <span> </span>
          <q dir="auto">{text}</q>
        </Fragment>
      ))}
    </p>
  );
}
