/** The files of an application, shown in a frame. Without scripts it opens only pictures. */
import { labelInPart } from '../../../src/domain/application/field-names.ts';
import { fieldsOf } from '../../../src/domain/application/fields.ts';
import { holderOfPlace, placeOfFile } from '../../../src/domain/application/paper-titles.ts';
import { PASSPORT_SCAN } from '../../../src/domain/application/wire-names.ts';
import { fileSizeText } from '../../../src/domain/input/files.ts';
import { ZONE_FIELDS } from '../../../src/domain/passport/reading.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import type { FileRow } from '../../admin/store/files.ts';
import { Entries } from './Entries.tsx';
import { limitsOf } from './paths.ts';
import { useOffice, VisuallyHidden } from './ui.tsx';

const filePath = (id: string) => `/files/${encodeURIComponent(id)}`;
const wordsFor = (names: readonly string[], wordOf: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [name, wordOf(name)]));

interface ScansProps {
  applicant: Applicant;
  /** Lists all files, in pages. */
  isWhole?: boolean;
}

export function Scans({ applicant, isWhole }: ScansProps) {
  const { t } = useOffice();
  const words = wordsFor(['failed', 'lacking', 'loading', 'page', 'shortened'], (name) => t(`scans.${name}`));
  return (
    <section className="card stack scans" aria-labelledby="scans" data-words={JSON.stringify(words)}>
      <h2 id="scans" className="visually-hidden">
        {t('scans.title')}
      </h2>
      <div className="row scans__tools" role="toolbar" aria-label={t('scans.tools')} hidden>
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
      <Files applicant={applicant} isWhole={isWhole === true} />
    </section>
  );
}

interface ScanLinkProps {
  file: FileRow;
  text: string;
  /** For screen readers. */
  about?: string;
}

/** Opens a file in the page's frame; without scripts only a picture. */
export function ScanLink({ file: { id, name, size, type }, text, about }: ScanLinkProps) {
  const title = `${name}, ${fileSizeText(size, useOffice().forms)}`;
  return (
    <a className="scans__open" href={filePath(id)} target="scan" data-type={type} title={title}>
      {text}
      {about && <VisuallyHidden text={about} />}
    </a>
  );
}

function Files({ applicant: { id: applicantId, type, files, fields }, isWhole }: ScansProps) {
  const { t, fileLabel } = useOffice();
  /** "Relative’s passport scan: Jan Lee"; the applicant's own files have their label only. */
  const titleOf = ({ id, field }: FileRow) => {
    const place = placeOfFile(fields, field, id);
    const holder = place === field ? '' : holderOfPlace(fields, place);
    return [fileLabel(field, type), holder].filter(Boolean).join(': ');
  };
  const order: readonly string[] = fieldsOf(type).map(({ name }) => name);
  const placeOf = ({ field }: FileRow) => (order.includes(field) ? order.indexOf(field) : order.length);
  return (
    <Entries look="row links scans__files" more={limitsOf(applicantId, 'files', isWhole).more}>
      {files
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map((file) => (
          <li key={file.id}>
            <ScanLink file={file} text={titleOf(file)} />
            <a href={`${filePath(file.id)}?save`} download>
              {t('scans.save')}
              <VisuallyHidden text={titleOf(file)} />
            </a>
          </li>
        ))}
    </Entries>
  );
}

const READER_WORDS = [
  'same',
  'differs',
  'unread',
  'verdict',
  'typed',
  'read',
  'field',
  'reading',
  'unreadable',
  'pixelsHidden',
  'noZone',
  'failed',
  'done',
  'picture',
];

/** Compares the passport's machine-readable lines with the answers; the script fills in the table. */
function Reader({ applicant: { type, fields } }: { applicant: Applicant }) {
  const { t, forms, now, clock } = useOffice();
  const scan = fields[PASSPORT_SCAN];
  if (typeof scan !== 'string') return null;
  const answers = wordsFor([...ZONE_FIELDS, 'middlename', 'passport_date'], (name) => String(fields[name] ?? ''));
  const words = {
    labels: wordsFor(ZONE_FIELDS, (name) => labelInPart(forms, type, name)),
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
