/** What was sent, with links to the files, to read and to change. Only the applicant's own type has a page. */
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { textOf } from '../../stores/page-text.ts';
import { guarded } from '../ui/guarded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { FileOpening } from './FileOpening.tsx';
import type { ProfilePageProps } from './Overview.tsx';
import { OwnInfo } from './OwnInfo.tsx';
import { RecordFrame } from './RecordFrame.tsx';

export interface PersonalInfoProps extends ProfilePageProps {
  type: ApplicationType;
}

export const PersonalInfo = guarded(PersonalInfoIsland);

function PersonalInfoIsland({ locale, phone, type }: PersonalInfoProps) {
  return (
    <>
      <RecordFrame locale={locale} phone={phone}>
        {(record) =>
          readApplicationType(record.application_type) === type ? (
            <OwnInfo record={record} locale={locale} phone={phone} type={type} />
          ) : (
            <OtherType record={record} locale={locale} />
          )
        }
      </RecordFrame>
      <FileOpening locale={locale} phone={phone} />
    </>
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
