/** The page of the submitted application, to read and to edit. Another type's page only links to the applicant's own. */
import { type ApplicationType, DEFAULT_TYPE } from '../../domain/application/types.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $applicationType, $editable } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useViewTitle } from '../ui/page-title.ts';
import { useFocus } from '../ui/use-focus.ts';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import { usePageLocale } from '../ui/use-page-locale.ts';
import styles from './Change.module.css';
import { type ChangeNavigation, changeHref, personRoute, useChangePlace } from './change-place.ts';
import { FileOpening } from './FileLink.tsx';
import { OwnInfo } from './OwnInfo.tsx';
import { RecordFrame } from './RecordFrame.tsx';

export interface PersonalInfoProps {
  type: ApplicationType;
}

export const PersonalInfo = withErrorBoundary(PersonalInfoIsland, {
  Help: LazyChangesRescue,
  useShownLocale: usePageLocale,
});

function PersonalInfoIsland({ type }: PersonalInfoProps) {
  const changing = useChangePlace(type);
  const own = useClientStore($applicationType, null);
  return (
    <>
      <Heading type={type} changing={changing} />
      <RecordFrame>
        {(record) =>
          (own ?? DEFAULT_TYPE) === type ? (
            <OwnInfo record={record} type={type} changing={changing} />
          ) : (
            <OtherType own={own ?? DEFAULT_TYPE} isKnown={own !== null} />
          )
        }
      </RecordFrame>
      <FileOpening />
    </>
  );
}

/** The heading and title of the view: reading, the list of parts, or one part. It takes the focus at each navigation. */
function Heading({ type, changing: { place, isNavigated } }: { type: ApplicationType; changing: ChangeNavigation }) {
  const locale = useLocale();
  const t = useText('auth');
  const editable = useClientStore($editable, false);
  const own = useClientStore($applicationType, null) === type;
  const shown = editable && own ? place : null;
  const part = shown?.part && textOf(locale, 'forms')(`parts.${shown.part}.title`, { context: type });
  const title = part || t(shown ? 'person.change.title' : 'person.title');
  // Before the forms of the new view check the focus.
  const heading = useFocus<HTMLHeadingElement>(place, isNavigated);
  useViewTitle(title);
  return (
    <>
      {part && (
        <p className={styles.back}>
          <a href={changeHref(locale, type)}>{t('person.change.list')}</a>
        </p>
      )}
      <h1 className="profile-title" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {!shown && <p className="profile-lead">{t('person.lead')}</p>}
    </>
  );
}

function OtherType({ own, isKnown }: { own: ApplicationType; isKnown: boolean }) {
  const locale = useLocale();
  const t = useText('auth');
  return (
    <Notice
      tone="info"
      title={t('person.otherType')}
      action={<a href={localePath(locale, personRoute(own))}>{t('person.otherTypeAction')}</a>}
    >
      {isKnown && <p>{t('person.otherTypeText', { type: t(`types.${own}`) })}</p>}
    </Notice>
  );
}

const lazyRescue = lazyModule(() => import('./ChangesRescue.tsx'));

function LazyChangesRescue() {
  return <Lazy module={lazyRescue}>{({ ChangesRescue }) => <ChangesRescue />}</Lazy>;
}
