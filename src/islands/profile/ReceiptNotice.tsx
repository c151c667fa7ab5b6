/** What the host's record lacks of the application that this device has sent, and ways to put it right. Loaded if there is any. */
import type { ReceiptResult } from '../../domain/application/receipt.ts';
import { LOCALES } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $applicationType, $editable } from '../../stores/account/record.ts';
import { loadWords, textOf } from '../../stores/page-text.ts';
import { Notice } from '../ui/Notice.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { changeHref } from './change-place.ts';

/** The labels of all fields, which the account's home does not have. */
export async function loadReceiptNotice() {
  await loadWords(LOCALES, ['forms']);
  return ReceiptNotice;
}

function ReceiptNotice({ result: { sent, missing, count, changed } }: { result: ReceiptResult }) {
  const locale = useLocale();
  const t = useText('auth');
  const type = useClientStore($applicationType, null);
  const editable = useClientStore($editable, false);
  const [first] = [...missing, ...changed];
  const forms = textOf(locale, 'forms').find;
  const label = (path: string) => {
    const [name, index, field] = path.split('.');
    if (field === undefined) return forms(`fields.${name}.label`, { context: type });
    const item = forms(`lists.${name}.item`, { number: Number(index) + 1 });
    return `${item}: ${forms(`items.${name}.${field}.label`)}`;
  };
  const title =
    count > 0 ? t('home.receipt.title', { there: sent - count, count: sent }) : t('home.receipt.changedTitle');
  return (
    <Notice
      tone="warning"
      title={title}
      action={
        <span className="button-row">
          {editable && type && (
            <a className="button" href={changeHref(locale, type, { field: first?.split('.')[0] })}>
              {t('home.receipt.again')}
            </a>
          )}
          <a className="button button--quiet" href={localePath(locale, '/help/contact')}>
            {t('home.receipt.write')}
          </a>
        </span>
      }
    >
      {count > 0 && <p>{t(count < missing.length ? 'home.receipt.someMissing' : 'home.receipt.missing', { count })}</p>}
      {count > 0 && <List entries={missing.map(label)} />}
      {changed.length > 0 && <p>{t('home.receipt.changed')}</p>}
      {changed.length > 0 && <List entries={changed.map(label)} />}
    </Notice>
  );
}

function List({ entries }: { entries: readonly string[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
}
