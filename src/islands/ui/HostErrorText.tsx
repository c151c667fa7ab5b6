/** A host's own text about an error, marked as such. */
import { Fragment } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { unplacedSentences } from '../../stores/api/refusal.ts';
import type { ApiError } from '../../stores/api/request.ts';
import { textOf } from '../../stores/page-text.ts';

export function HostErrorText({ locale, error }: { locale: Locale; error: ApiError }) {
  const sentences = [...new Set([error.hostMessage ?? [], unplacedSentences(error)].flat())];
  if (sentences.length === 0) return null;
  return (
    <p>
      <span>{textOf(locale, 'forms')('problems.hostSays')}</span>
      {sentences.map((text) => (
        <Fragment key={text}>
          <span> </span>
          <q dir="auto">{text}</q>
        </Fragment>
      ))}
    </p>
  );
}
