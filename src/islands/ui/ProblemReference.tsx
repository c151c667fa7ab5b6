/** The number of a call that failed, and the way to those who can look it up. The number is not in the link. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { textOf } from '../../stores/page-text.ts';

export function ProblemReference({ locale, text }: { locale: Locale; text: string }) {
  return (
    <p className="problem-reference">
      {text}{' '}
      <a href={localePath(locale, '/help#report')} target="_blank" rel="noopener">
        {textOf(locale, 'forms')('problems.report')}
      </a>
    </p>
  );
}
