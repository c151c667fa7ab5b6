/** What stands in the place of a part that is being fetched; where it can't be had: why, and another try. */
import type { ReactNode } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from './Button.tsx';
import type { Later } from './later.ts';
import { Notice } from './Notice.tsx';

export interface WaitForPartProps {
  locale: Locale;
  part: Pick<Later<unknown>, 'fetch' | 'useFailed'>;
  /** Shown while it is on its way. */
  children?: ReactNode;
}

export function WaitForPart({ locale, part, children }: WaitForPartProps) {
  const t = textOf(locale, 'forms');
  if (!part.useFailed()) return children;
  return (
    <Notice
      tone="error"
      title={t('problems.no_answer.title')}
      action={
        <Button kind="quiet" onClick={part.fetch}>
          {t('problems.no_answer.action')}
        </Button>
      }
    >
      <p>{t('problems.no_answer.text')}</p>
    </Notice>
  );
}
