/**
 * What the host's record lacks of the application that this device has sent, and what to do about it. Loaded if something is
 * missing.
 */
import type { ReceiptResult } from '../../domain/application/receipt.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $applicationType, $editable } from '../../stores/account/record.ts';
import { loadReceiptWords, receiptWords } from '../../stores/application/receipt-words.ts';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { Notice } from '../ui/Notice.tsx';
import { changeHref } from './change-place.ts';

export async function loadReceiptNotice() {
  await loadReceiptWords();
  return ReceiptNotice;
}

function ReceiptNotice({ result }: { result: ReceiptResult }) {
  const locale = useLocale();
  const t = useText('auth');
  const type = useClientStore($applicationType);
  const editable = useClientStore($editable, false);
  const [first] = [...result.missing, ...result.changed];
  const { title, lists } = receiptWords(locale, type, result);
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
      {lists.map(({ text, entries }) => (
        <div key={text}>
          <p>{text}</p>
          <ul>
            {entries.map((entry) => (
              <li key={entry}>{entry}</li>
            ))}
          </ul>
        </div>
      ))}
    </Notice>
  );
}
