/**
 * What was sent, section by section, with links to the files. Only the applicant's own type has a page. The form that
 * changes it is fetched while the status allows changes.
 */
import { lazy, Suspense } from 'react';
import { type NamedField, sectionsOf } from '../../domain/application/fields.ts';
import { type ApplicantRecord, fromRecord } from '../../domain/application/record.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $editable, $savedAt, $tooLate } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { Notice } from '../ui/Notice.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';
import { useClientStore } from '../ui/use-client-store.ts';
import { ListEntries } from './ListEntries.tsx';
import type { ProfilePageProps } from './Overview.tsx';
import { RecordFrame } from './RecordFrame.tsx';
import { fieldRows, isList } from './record-rows.tsx';
import { SavedNotice } from './SavedNotice.tsx';

const ChangeableInfo = lazy(() =>
  import('./ChangeableInfo.tsx').then((module) => ({ default: module.ChangeableInfo })),
);

export interface PersonalInfoProps extends ProfilePageProps {
  type: ApplicationType;
}

export function PersonalInfo({ locale, phone, type }: PersonalInfoProps) {
  return (
    <RecordFrame locale={locale} phone={phone}>
      {(record) =>
        readApplicationType(record.application_type) === type ? (
          <OwnInfo record={record} locale={locale} phone={phone} type={type} />
        ) : (
          <OtherType record={record} locale={locale} />
        )
      }
    </RecordFrame>
  );
}

function OtherType({ record, locale }: { record: ApplicantRecord; locale: Locale }) {
  const t = textOf(locale, 'auth');
  const own = readApplicationType(record.application_type) ?? 'specialist';
  return (
    <Notice
      tone="info"
      title={t('person.otherType')}
      action={<a href={localePath(locale, `/profile/application/${own}`)}>{t('person.otherTypeAction')}</a>}
    >
      <p>{t('person.otherTypeText', { type: t(`types.${own}`) })}</p>
    </Notice>
  );
}

function OwnInfo(props: PersonalInfoProps & { record: ApplicantRecord }) {
  const { record, locale, phone, type } = props;
  const t = textOf(locale, 'auth');
  const editable = useClientStore($editable, false);
  const savedAt = useClientStore($savedAt, null);
  const tooLate = useClientStore($tooLate, false);
  const sections = <Sections {...props} editable={editable} />;
  return (
    <>
      {savedAt !== null && <SavedNotice key={savedAt} locale={locale} editable={editable} />}
      {tooLate && !editable && (
        <Notice tone="warning" title={t('person.change.lateTitle')}>
          <p>{t('person.change.lateText', { phone })}</p>
        </Notice>
      )}
      {editable ? (
        <Suspense fallback={sections}>
          <ChangeableInfo record={record} locale={locale} phone={phone} type={type}>
            {sections}
          </ChangeableInfo>
        </Suspense>
      ) : (
        sections
      )}
    </>
  );
}

function Sections({
  record,
  locale,
  phone,
  type,
  editable,
}: PersonalInfoProps & { record: ApplicantRecord; editable: boolean }) {
  const t = textOf(locale, 'auth');
  const values = fromRecord(record);
  const sections = [...sectionsOf(type, 1), ...sectionsOf(type, 2)].filter(({ section }) => section !== 'terms');
  return (
    <>
      {sections.map(({ section, fields }) => (
        <section className="record-section" key={section} aria-labelledby={`section-${section}`}>
          <h2 id={`section-${section}`}>{t(`person.sections.${section}`)}</h2>
          <SectionBody fields={fields} values={values} type={type} locale={locale} />
        </section>
      ))}
      <Notice tone="info">
        {!editable && <p>{t('person.changeNote', { phone, id: record.id })}</p>}
        <p>{t('person.fileExpiry')}</p>
      </Notice>
    </>
  );
}

interface SectionBodyProps {
  fields: NamedField[];
  values: ApplicationValues;
  type: ApplicationType;
  locale: Locale;
}

function SectionBody({ fields, values, type, locale }: SectionBodyProps) {
  const lists = fields.filter(({ name }) => isList(name));
  return (
    <>
      <SummaryList
        rows={fieldRows(
          fields.filter(({ name }) => !isList(name)),
          values,
          type,
          locale,
        )}
      />
      {lists.map(
        ({ name }) => isList(name) && <ListEntries key={name} list={name} items={values[name]} locale={locale} />,
      )}
    </>
  );
}
