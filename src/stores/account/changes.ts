/** The portal's one set of unsent changes, see change-store.ts. */
import { readData } from '../../domain/application/record.ts';
import { checkApplication } from '../../domain/application/schema.ts';
import { sentAt } from '../../domain/application/status.ts';
import { APPLICATION_ENDPOINTS } from '../../domain/application/types.ts';
import { uploadForm } from '../api/upload.ts';
import { localDate } from '../application/check-forms.ts';
import { isPhone } from '../application/phone-check.ts';
import { ports } from '../browser/ports.ts';
import { whenLeft } from '../device/saving.ts';
import { indexedDbStorage } from '../device/storage.ts';
import { createRecord } from '../device/stored-record.ts';
import { createChanges } from './change-store.ts';
import { changesKind } from './changed-fields.ts';
import { $editable, $savedAt, $statusHistory, $tooLate, takeRecord } from './record.ts';
import { $record, $session, confirmPassword, refreshRecord } from './session.ts';
import { flushBefore, hasSignedOut, keepAgain } from './unsent.ts';

export { NO_CHANGES } from './change-store.ts';

const storage = indexedDbStorage();

const store = createChanges({
  device(id) {
    keepAgain(id);
    return createRecord(storage, changesKind(id), crypto.randomUUID());
  },
  mayKeep: (id) => !hasSignedOut(id),
  now: () => ports.now(),
  check(type, values) {
    const today = localDate(new Date(ports.now()));
    const sent = sentAt($statusHistory.get());
    return checkApplication(type, values, { today, sentOn: sent ? localDate(new Date(sent)) : today, isPhone });
  },
  async send({ type, id, values, version, password, locale, onProgress }) {
    const unconfirmed = password === '' ? null : await confirmPassword(password, locale);
    if (unconfirmed) return { error: unconfirmed };
    const { bodyOf } = await import('../application/body.ts');
    const form = bodyOf(type, values).toForm();
    if (version !== undefined) form.append('version', String(version));
    if (password !== '') form.append('current_password', password);
    const answer = await uploadForm(APPLICATION_ENDPOINTS[type].update, { params: { id }, form, locale, onProgress });
    if (!answer.ok) return { error: answer.error };
    const record = readData(answer.body);
    return record ? { record } : { error: { code: 'unreadable' } };
  },
  async reread(locale) {
    await refreshRecord(locale);
    $tooLate.set(!$editable.get());
    return $record.get();
  },
  take(record) {
    $tooLate.set(false);
    $savedAt.set(ports.now());
    takeRecord(record);
  },
});

export const {
  $changes,
  openChanges,
  formNow,
  typeChanges,
  keep: keepChanges,
  checkChanges,
  saveChanges,
  keepMine,
  dropMine,
  differences,
} = store;

flushBefore(store.keep);

/** Saves when the page is left; once a page. Returns the end of it. */
export function keepOnLeave(): () => void {
  const stopListening = whenLeft(store.keepLast);
  const stop = $session.listen(({ signedIn }) => {
    if (!signedIn) store.closeChanges();
  });
  return () => {
    void store.keep();
    stopListening();
    stop();
  };
}
