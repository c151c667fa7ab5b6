/** The parts of a submitted application: what is asked for, changed and wrong in each, and the form that sends it all. */
import { useState } from 'react';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { type FieldName, PARTS, partOf } from '../../domain/application/fields.ts';
import { appliesAgain, type StatusEntry } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $changes, checkChanges, NO_CHANGES } from '../../stores/account/changes.ts';
import { textOf } from '../../stores/page-text.ts';
import { summaryText } from '../fields/field-texts.ts';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { useClientStore } from '../ui/use-client-store.ts';
import { PartGroup } from '../wizard/PartGroup.tsx';
import styles from './Change.module.css';
import { ReviewerNote } from './ChangeRequest.tsx';
import { ChangeRow, changeStates } from './ChangeRow.tsx';
import { ChangeSending } from './ChangeSending.tsx';
import { changeHref } from './change-place.ts';
import { waitsForApplicant } from './stage-words.ts';

interface ChangeListProps {
  locale: Locale;
  type: ApplicationType;
  /** The application's current status. */
  entry: StatusEntry | null;
  /** What a reviewer asks to change. */
  asked: readonly FieldName[];
  /** What the host refused, by form path. */
  refused: FieldErrors;
  onRefused: (errors: FieldErrors) => void;
  /** Back to reading. */
  onLeave: () => void;
}

export function ChangeList({ locale, type, entry, asked, refused, onRefused, onLeave }: ChangeListProps) {
  const t = textOf(locale, 'auth');
  const words = { t: textOf(locale, 'forms'), type };
  const { changed } = useClientStore($changes, NO_CHANGES);
  const [tried, setTried] = useState(0);
  const [found, setFound] = useState(checkChanges);
  const errors = { ...found, ...refused };
  const states = changeStates(type, { asked, changed, errors });
  const rows = (parts: typeof states) =>
    parts.map((state) => <ChangeRow key={state.part} locale={locale} type={type} state={state} />);

  const showErrors = (told: FieldErrors) => {
    const own = checkChanges();
    setFound(own);
    onRefused(Object.fromEntries(Object.entries(told).filter(([path]) => !(path in own))));
    setTried((before) => before + 1);
  };
  const summary = Object.entries(tried > 0 || Object.keys(refused).length > 0 ? errors : {});
  const withAsked = states.filter((state) => state.asked.length > 0);
  const others = states.filter((state) => state.asked.length === 0);
  return (
    <div className={styles.list}>
      <ErrorSummary
        title={words.t('summary.title', { count: summary.length })}
        errors={summary.map(([path, [code = 'required']]) => ({
          ...(partOf(type, path) ? { href: changeHref(locale, type, { field: path }) } : { fieldId: path }),
          message: summaryText(words, path, code),
        }))}
        errorPrefix={words.t('errorPrefix')}
        focusKey={tried || undefined}
      />
      {entry && waitsForApplicant(entry.status_type) && <ReviewerNote entry={entry} locale={locale} />}
      {entry && appliesAgain(entry.status_type) && <p className="lead">{t('person.change.againText')}</p>}
      {withAsked.length > 0 ? (
        <>
          <PartGroup title={t('person.change.askedParts')}>{rows(withAsked)}</PartGroup>
          {others.length > 0 && <PartGroup title={t('person.change.otherParts')}>{rows(others)}</PartGroup>}
        </>
      ) : (
        ([1, 2] as const).map((step) => (
          <PartGroup key={step} title={textOf(locale, 'application')(step === 1 ? 'groups.person' : 'groups.trip')}>
            {rows(others.filter(({ part }) => PARTS[part].step === step))}
          </PartGroup>
        ))
      )}
      <ChangeSending
        locale={locale}
        type={type}
        asked={asked}
        passwordError={refused.current_password?.[0]}
        onPassword={() => refused.current_password && onRefused({})}
        onErrors={showErrors}
        onLeave={onLeave}
      />
    </div>
  );
}
