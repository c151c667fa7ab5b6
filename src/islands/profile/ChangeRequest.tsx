/** A reviewer's request: the note, its fields, and the link to the form. */
import { askedFields } from '../../domain/application/asked-fields.ts';
import { fieldLabel } from '../../domain/application/field-names.ts';
import type { StatusEntry } from '../../domain/application/status.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { $applicationType } from '../../stores/account/record.ts';
import { pageText } from '../../stores/page-text.ts';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import styles from './Change.module.css';
import { changeHref } from './change-place.ts';
import { useCurrentStatus, waitsForApplicant } from './stage-words.ts';

/** The note as written, line breaks included; nothing if it is empty. */
export function ReviewerNote({ entry }: { entry: StatusEntry }) {
  const t = useText('auth');
  if (entry.note.trim() === '') return null;
  return (
    <div className={styles.note}>
      <p className={styles.noteTitle}>{t('home.note', { context: entry.status_type })}</p>
      <p className={styles.noteText}>{entry.note}</p>
    </div>
  );
}

function AskedFields({ entry, type }: { entry: StatusEntry; type: ApplicationType }) {
  const locale = useLocale();
  const t = useText('auth');
  const names = askedFields(entry, type);
  if (names.length === 0) return null;
  const words = pageText(locale, 'forms').find;
  return (
    <div className={styles.fields}>
      <p className={styles.fieldsTitle}>{t('person.asked.title', { count: names.length })}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={changeHref(locale, type, { field: name })}>{fieldLabel(words, type, name)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** After a request for changes or a rejection: links to the form and to each field that is named. */
export function ChangeLink({ entry }: { entry: StatusEntry }) {
  const locale = useLocale();
  const t = useText('auth');
  const type = useClientStore($applicationType);
  if (!type || !waitsForApplicant(entry.status_type)) return null;
  return (
    <>
      <AskedFields entry={entry} type={type} />
      <p className={styles.link}>
        <a className="button" href={changeHref(locale, type)}>
          {t('person.change.start', { context: entry.status_type })}
        </a>
      </p>
    </>
  );
}

/** Above the application: the note, and a link to change the application or to send it again. */
export function ChangeStart({ type, onNear }: { type: ApplicationType; onNear: () => void }) {
  const locale = useLocale();
  const t = useText('auth');
  const entry = useCurrentStatus();
  const context = entry?.status_type ?? '';
  const waits = waitsForApplicant(context);

  return (
    <div className={styles.start}>
      {waits && entry && (
        <>
          <ReviewerNote entry={entry} />
          <AskedFields entry={entry} type={type} />
        </>
      )}
      <a
        className={waits ? 'button' : 'button button--quiet'}
        href={changeHref(locale, type)}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {t('person.change.start', { context })}
      </a>
    </div>
  );
}
