/** The answers of an application, in the parts of the form. */
import { type PresentedRow, presentApplication } from '../../../src/domain/application/application-copy.ts';
import { storedValues } from '../../admin/application/record.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import { Multiline, Section, useOffice } from './ui.tsx';

export function Answers({ applicant: { type, fields, files } }: { applicant: Applicant }) {
  const { locale, forms } = useOffice();
  const values = storedValues(type, fields, files);
  const parts = presentApplication(type, values, { locale, t: forms }).filter(({ part }) => part !== 'check');
  return (
    <div>
      {parts.map(({ part, rows, items }) => (
        <Section key={part} id={`part-${part}`} title={forms(`parts.${part}.title`, { context: type })}>
          <AnswerRows rows={rows} />
          {items.map((item) => (
            <div key={item.title}>
              <h3>{item.title}</h3>
              <AnswerRows rows={item.rows} />
            </div>
          ))}
        </Section>
      ))}
    </div>
  );
}

function AnswerRows({ rows }: { rows: readonly PresentedRow[] }) {
  const { t } = useOffice();
  return (
    <dl className="answers">
      {rows.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{value ? <Multiline text={value} /> : <span className="soft">{t('nothing')}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
