/** Names the files that the device had kept and has lost, with a way to each. One that is chosen again is no longer named. */
import { partOf } from '../../domain/application/fields.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { Draft } from '../../stores/application/draft.ts';
import { valueAt } from '../../stores/device/form-values.ts';
import { textOf } from '../../stores/page-text.ts';
import { labelOf } from '../fields/field-texts.ts';
import { focusField } from '../ui/focus-field.ts';
import { Notice } from '../ui/Notice.tsx';
import { partHref } from './go.ts';
import { useDraft } from './use-draft.ts';

export function LostFiles({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const type = useDraft((draft) => draft.type);
  const lost = useDraft((draft) => draft.lost);
  const missing = useDraft(stillMissing).split(' ');
  const known = type ?? 'specialist';
  const words = { t: textOf(locale, 'forms'), type: known };
  const shown = lost.filter(({ path }) => missing.includes(path));
  if (shown.length === 0) return null;
  return (
    <Notice tone="warning" title={t('draft.lost.title')}>
      <p>{t('draft.lost.text')}</p>
      <ul>
        {shown.map(({ path, name }) => (
          <li key={path}>
            <a
              href={partHref(locale, partOf(known, path) ?? 'passport', type, { field: path })}
              onClick={(event) => focusField(path) && event.preventDefault()}
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
  const form = { ...step1Data, ...step2Data };
  return lost.flatMap(({ path }) => (valueAt(form, path) === null ? [path] : [])).join(' ');
}
