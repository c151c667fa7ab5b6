/** Names the files that the device had kept and has lost, with a way to each. One that is chosen again is no longer named. */
import type { MouseEvent } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { Draft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import { focusField } from '../ui/focus-field.ts';
import { Notice } from '../ui/Notice.tsx';
import { stepOf } from './carried-errors.ts';
import { labelOf } from './field-texts.ts';
import { personHref, visitHref } from './go.ts';
import { useDraft } from './use-draft.ts';

export function LostFiles({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const type = useDraft((draft) => draft.type) ?? 'specialist';
  const lost = useDraft((draft) => draft.lost);
  const missing = useDraft(stillMissing).split(' ');
  const words = { t: textOf(locale, 'forms'), type };
  const shown = lost.filter(({ path }) => missing.includes(path));
  if (shown.length === 0) return null;

  const goTo = (event: MouseEvent, path: string) => {
    if (focusField(path)) event.preventDefault();
  };
  return (
    <Notice tone="warning" title={t('draft.lost.title')}>
      <p>{t('draft.lost.text')}</p>
      <ul>
        {shown.map(({ path, name }) => (
          <li key={path}>
            <a
              href={stepOf(path) === 1 ? personHref(locale, path) : visitHref(locale, type)}
              onClick={(event) => goTo(event, path)}
            >
              {labelOf(words, path)}
            </a>
            {`: ${name}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Paths of lost files whose fields are still there and empty, as one text, which stays the same while they do. */
function stillMissing({ lost, step1Data, step2Data }: Draft): string {
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], {
      ...step2Data,
      ...step1Data,
    });
  const paths = lost.map(({ path }) => path);
  return paths.filter((path) => valueAt(path) === null).join(' ');
}
