/** The choice when the application was changed elsewhere: what is stored now, or one's own changes on top of it. */
import { answerText } from '../../domain/application/answers.ts';
import { FIELDS, type FieldName, LISTS } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { differences, dropMine, keepMine } from '../../stores/account/changes.ts';
import { textOf } from '../../stores/page-text.ts';
import { labelOf } from '../fields/field-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';

export function ChangeConflict({ locale, type }: { locale: Locale; type: ApplicationType }) {
  const t = textOf(locale, 'auth');
  const words = { t: textOf(locale, 'forms'), type };
  const shown = (name: string, value: unknown) => {
    if (name in LISTS) return t('person.change.entries', { count: (value as unknown[]).length });
    return answerText(FIELDS[name as FieldName].kind, value, { t: words.t, locale }) || t('person.empty');
  };
  const rows = differences().map(({ name, stored, mine }) => ({
    key: name,
    label: labelOf(words, name),
    value: (
      <>
        {t('person.change.storedIs', { value: shown(name, stored) })}
        <br />
        {t('person.change.mineIs', { value: shown(name, mine) })}
      </>
    ),
  }));
  return (
    <>
      <Notice tone="warning" title={t('person.change.conflictTitle')}>
        <p>{t('person.change.conflictText')}</p>
      </Notice>
      <SummaryList rows={rows} />
      <div className="button-row">
        <Button onClick={() => void keepMine()}>{t('person.change.keepMine')}</Button>
        <Button kind="quiet" onClick={() => void dropMine()}>
          {t('person.change.showStored')}
        </Button>
      </div>
    </>
  );
}
