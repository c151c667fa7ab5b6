/** The files of an application beside its answers. Without scripts pictures open in the same frame; a PDF is saved to be read. */
import { fieldsOf, LIST_NAMES, listKindOf } from '../../../src/domain/application/fields.ts';
import { fileSizeText } from '../../../src/domain/input/files.ts';
import { ZONE_FIELDS } from '../../../src/domain/passport/reading.ts';
import { fieldLabel } from '../../admin/desk/site-words.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { Heard, useOffice } from './ui.tsx';

/** The applicant's passport. */
const PASSPORT = 'file4';

const filePath = (id: string) => `/files/${encodeURIComponent(id)}`;
const wordsFor = (names: readonly string[], wordOf: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [name, wordOf(name)]));

export function Scans({ applicant }: { applicant: Applicant }) {
  const { t } = useOffice();
  const words = wordsFor(['failed', 'loading', 'page'], (name) => t(`scans.${name}`));
  return (
    <section className="card scans" aria-labelledby="scans" data-words={JSON.stringify(words)}>
      <h2 id="scans" className="visually-hidden">
        {t('scans.title')}
      </h2>
      <Files applicant={applicant} />
      <div className="scans__tools facts" role="toolbar" aria-label={t('scans.tools')} hidden>
        {['out', 'in', 'turn'].map((tool) => (
          <button key={tool} type="button" className="button button--quiet" data-tool={tool}>
            {t(`scans.${tool}`)}
          </button>
        ))}
      </div>
      <p className="scans__state" role="status" />
      <iframe name="scan" title={t('scans.frame')} sandbox="allow-scripts" referrerPolicy="no-referrer" />
      <noscript>
        <p className="soft">{t('scans.noScript')}</p>
      </noscript>
      <Reader applicant={applicant} />
    </section>
  );
}

/** In the order of the form's questions. */
function Files({ applicant: { type, files } }: { applicant: Applicant }) {
  const { t, forms, locale } = useOffice();
  const order: readonly string[] = fieldsOf(type).map(({ name }) => name);
  const placeOf = ({ field }: { field: string }) => (order.includes(field) ? order.indexOf(field) : order.length);
  const labelOf = (field: string) => {
    const list = LIST_NAMES.find((name) => field in listKindOf(name).fields);
    return list ? forms(`items.${list}.${field}.label`) : fieldLabel(field, type, locale);
  };
  return (
    <ul className="scans__files">
      {files
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map(({ id, field, name, size, type: mime }) => (
          <li key={id}>
            <a
              className="scans__open"
              href={filePath(id)}
              target="scan"
              data-type={mime}
              title={`${name}, ${fileSizeText(size, forms)}`}
            >
              {labelOf(field)}
            </a>
            <a href={`${filePath(id)}?save`} download>
              {t('scans.save')}
              <Heard text={labelOf(field)} />
            </a>
          </li>
        ))}
    </ul>
  );
}

const READER_WORDS = [
  ...['same', 'differs', 'unread', 'verdict', 'typed', 'read', 'field'],
  ...['reading', 'unreadable', 'noZone', 'failed', 'done', 'picture'],
];

/** The machine-readable lines beside what was typed; the script fills the table in. */
function Reader({ applicant: { type, fields } }: { applicant: Applicant }) {
  const { t, locale, now, clock } = useOffice();
  const scan = fields[PASSPORT];
  if (typeof scan !== 'string') return null;
  const answers = wordsFor([...ZONE_FIELDS, 'middlename', 'passport_date'], (name) => String(fields[name] ?? ''));
  const words = {
    labels: wordsFor(ZONE_FIELDS, (name) => fieldLabel(name, type, locale)),
    ...wordsFor(READER_WORDS, (name) => t(`reader.${name}`)),
  };
  const data = { 'data-answers': JSON.stringify(answers), 'data-words': JSON.stringify(words) };
  return (
    <div className="reader" hidden data-scan={filePath(scan)} data-today={clock.dateOf(now)} {...data}>
      <h3>{t('reader.title')}</h3>
      <p className="soft">{t('reader.text')}</p>
      <button type="button" className="button button--quiet">
        {t('reader.button')}
      </button>
      <p role="status" />
      <div className="reader__result" />
    </div>
  );
}
