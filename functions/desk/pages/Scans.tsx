/** The files of an application beside its answers. Without scripts pictures open in the same frame; a PDF is saved to be read. */
import { fieldsOf, LIST_NAMES, listKindOf } from '../../../src/domain/application/fields.ts';
import { fileSizeText } from '../../../src/domain/input/files.ts';
import { READ_FIELDS } from '../../../src/domain/passport/reading.ts';
import { fieldLabel } from '../../admin/desk/site-words.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import type { Office } from '../request/office.ts';

/** The applicant's passport. */
const PASSPORT = 'file4';

const filePath = (id: string) => `/files/${encodeURIComponent(id)}`;

export function Scans({ office, applicant }: { office: Office; applicant: Applicant }) {
  const { t, forms, locale } = office;
  const { type } = applicant;
  const order: readonly string[] = fieldsOf(type).map(({ name }) => name);
  const placeOf = ({ field }: { field: string }) => (order.includes(field) ? order.indexOf(field) : order.length);
  const files = applicant.files.toSorted((a, b) => placeOf(a) - placeOf(b));
  const label = (field: string) => {
    const list = LIST_NAMES.find((name) => field in listKindOf(name).fields);
    return list ? forms(`items.${list}.${field}.label`) : fieldLabel(field, type, locale);
  };
  const words = { failed: t('scans.failed'), loading: t('scans.loading'), page: t('scans.page') };
  return (
    <section className="scans" aria-labelledby="scans" data-words={JSON.stringify(words)}>
      <h2 id="scans">{t('scans.title')}</h2>
      <ul className="scans__files">
        {files.map(({ id, field, name, size, type: mime }) => (
          <li key={id}>
            <a className="scans__open" href={filePath(id)} target="scan" data-type={mime}>
              <span>{label(field)}</span>
              <span className="soft">
                {name}, {fileSizeText(size, forms)}
              </span>
            </a>
            <a href={`${filePath(id)}?save`} className="scans__save" download>
              {t('scans.save')}
              <span className="visually-hidden"> {label(field)}</span>
            </a>
          </li>
        ))}
      </ul>
      <div className="scans__tools" role="toolbar" aria-label={t('scans.tools')} hidden>
        {(['out', 'in', 'turn'] as const).map((tool) => (
          <button key={tool} type="button" className="button button--quiet" data-tool={tool}>
            {t(`scans.${tool}`)}
          </button>
        ))}
      </div>
      <p className="scans__state" role="status" />
      <iframe
        className="scans__frame"
        name="scan"
        title={t('scans.frame')}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
      />
      <noscript>
        <p className="soft">{t('scans.noScript')}</p>
      </noscript>
      <Reader office={office} applicant={applicant} />
    </section>
  );
}

/** The machine-readable lines beside what was typed; the script fills the table in. */
function Reader({
  office: { t, locale, now, clock },
  applicant: { type, fields },
}: {
  office: Office;
  applicant: Applicant;
}) {
  const scan = fields[PASSPORT];
  if (typeof scan !== 'string') return null;
  const names = [...READ_FIELDS, 'middlename', 'passport_date'] as const;
  const answers = Object.fromEntries(names.map((name) => [name, String(fields[name] ?? '')]));
  const words = {
    labels: Object.fromEntries(READ_FIELDS.map((name) => [name, fieldLabel(name, type, locale)])),
    ...{ same: t('reader.same'), differs: t('reader.differs'), unread: t('reader.unread') },
    verdict: t('reader.verdict'),
    ...{ typed: t('reader.typed'), read: t('reader.read'), field: t('reader.field') },
    ...{ reading: t('reader.reading'), unreadable: t('reader.unreadable'), noZone: t('reader.noZone') },
    ...{ failed: t('reader.failed'), done: t('reader.done'), picture: t('reader.picture') },
  };
  return (
    <div
      className="reader"
      hidden
      data-scan={filePath(scan)}
      data-today={clock.dateOf(now)}
      data-answers={JSON.stringify(answers)}
      data-words={JSON.stringify(words)}
    >
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
