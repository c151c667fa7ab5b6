/** The document of a visa. The public page prerenders it without data; its script fills in each element with `data-value`. */
import type { VisaFacts } from '../../domain/application/visa.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { pageText } from '../../stores/page-text.ts';
import type { Elements } from './elements.ts';

interface VisaDocumentProps {
  locale: Locale;
  facts?: VisaFacts;
  /** Replaces the empty drawing of the QR code. */
  qr?: Elements;
  /** In print: where a visa can be checked without a camera. */
  entry?: string;
  /** The owner's notes on every visa; null is omitted. */
  notes: { collection: string | null; cost: string | null };
  /** Buttons beside the time of the check. */
  tools?: Elements;
}

const ROWS = ['type', 'passport', 'validity', 'code'] as const;

export function VisaDocument({ locale, facts, qr, entry, notes, tools }: VisaDocumentProps) {
  const t = pageText(locale, 'employee');
  return (
    <article className="visa card" data-visa={facts?.state ?? 'loading'}>
      <header className="visa__verdict">
        <span className="visa__sign" aria-hidden="true" />
        <div>
          <h2 className="visa__state" data-value="verdict">
            {facts ? facts.verdict : t('loading')}
          </h2>
          <p data-value="detail">{facts?.detail}</p>
        </div>
      </header>
      <div className="visa__facts">
        <p className="visa__kind">{t('document')}</p>
        <p className="visa__label">{t('holder')}</p>
        <p className="visa__name" data-value="name" translate="no">
          {facts?.name}
        </p>
        <dl>
          {ROWS.map((row) => (
            <div
              key={row}
              data-row={row}
              data-passport={row === 'passport' ? 'shown' : undefined}
              hidden={row === 'passport' && !facts?.passport}
            >
              <dt>{t(row)}</dt>
              <dd data-value={row} translate={row === 'code' ? 'no' : undefined}>
                {facts?.[row]}
              </dd>
            </div>
          ))}
        </dl>
        <svg className="visa__life" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width="100" height="1" />
          <rect className="visa__elapsed" width={facts?.elapsed ?? 0} height="1" data-elapsed="" />
        </svg>
      </div>
      <figure className="visa__qr">
        {qr ?? (
          <svg role="img" aria-hidden="true" data-qr="">
            <path />
          </svg>
        )}
        <p className="visa__entry" data-value="entry">
          {entry}
        </p>
        <figcaption className="no-print">{t('qr.text')}</figcaption>
      </figure>
      <VisaNotes locale={locale} notes={notes} />
      <footer className="visa__foot">
        <p data-value="checked">{facts?.checked}</p>
        <p className="visa__address" data-value="address" translate="no" />
        {tools}
      </footer>
    </article>
  );
}

function VisaNotes({ locale, notes }: Pick<VisaDocumentProps, 'locale' | 'notes'>) {
  const t = pageText(locale, 'employee');
  const set = (['collection', 'cost'] as const).filter((name) => notes[name] !== null);
  if (set.length === 0) return null;
  return (
    <dl className="visa__notes">
      {set.map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{notes[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
