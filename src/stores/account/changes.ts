/** The unsent changes of this portal's user, see change-store.ts. */
import { checkApplication } from '../../domain/application/check-application.ts';
import { readWriteResponse } from '../../domain/application/record.ts';
import { mergeRecord } from '../../domain/application/record-update.ts';
import { isReapplication, sentAt } from '../../domain/application/status.ts';
import { APPLICATION_ENDPOINTS } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import { loadBodyForm, needsWholeDates } from '../api/body-form.ts';
import { offers } from '../api/offers.ts';
import { uploadForm } from '../api/upload.ts';
import { localDate } from '../application/check-forms.ts';
import { isPhone } from '../application/phone-check.ts';
import { ports } from '../browser/ports.ts';
import { onPageLeave } from '../device/saving.ts';
import { indexedDbStorage } from '../device/storage.ts';
import { DeviceEntry } from '../device/stored-entry.ts';
import { ChangeStore } from './change-store.ts';
import { fieldChanges } from './changed-fields.ts';
import { $changesSentAt, $changesTooLate, $currentStatus, $editable, $statusHistory } from './record.ts';
import {
  $needsSignIn,
  $record,
  $recordLoad,
  completeRecord,
  confirmPassword,
  receiveRecord,
  refreshRecord,
} from './session.ts';
import { onSessionEnd } from './session-end.ts';
import { unsentChanges } from './unsent.ts';

const storage = indexedDbStorage();

export const changeStore = new ChangeStore({
  device(id) {
    unsentChanges.allowStoring(id);
    return new DeviceEntry(storage, fieldChanges.recordKind(id), crypto.randomUUID());
  },
  mayStore: (id) => !unsentChanges.hasSignedOut(id),
  now: () => ports.now(),
  check(type, values) {
    const today = localDate(new Date(ports.now()));
    const history = $statusHistory.get();
    const sent = sentAt(history);
    // Without a submission date, no day is too early.
    const sentOn = sent ? localDate(new Date(sent)) : isReapplication($currentStatus.get() ?? '') ? today : undefined;
    return checkApplication(type, values, { today, sentOn, isPhone, wholeDates: needsWholeDates() });
  },
  async send({ type, record, changed, values, version, password, locale, onProgress }) {
    const unconfirmed = password === '' ? null : await confirmPassword(password, locale);
    if (unconfirmed) return { refusal: unconfirmed };
    const bodyForm = await loadBodyForm();
    if (!bodyForm) return { refusal: { code: 'no_answer' } };
    const { applicationBody } = await import('../application/body.ts');
    // Loaded before the request: a deployment may have removed the script afterwards.
    const { sentReceipt } = await import('../application/receipt.ts');
    const body = applicationBody.of(type, values, bodyForm, { record, changed: new Set(changed) });
    const form = body.toForm();
    const { id } = record;
    if (version !== undefined) form.append('version', String(version));
    if (password !== '' && offers.has('current_password')) form.append('current_password', password);
    const response = await uploadForm(APPLICATION_ENDPOINTS[type].update, { params: { id }, form, locale, onProgress });
    if (!response.ok) return { refusal: response.refusal };
    // Any 2xx means stored. The response may have six fields only, or none (requirements: update-answer).
    const sent = Object.fromEntries(changed.map((name) => [name, values[name as keyof ApplicationValues]]));
    await sentReceipt.compareChange(type, values, response.body).catch(() => undefined);
    const returned = readWriteResponse(response.body);
    return { record: mergeRecord(record, { sent, texts: body.texts, returned }) };
  },
  async reread(locale) {
    await refreshRecord(locale);
    $changesTooLate.set(!$editable.get());
    const record = $record.get();
    const { refusal } = $recordLoad.get();
    if (refusal) return { refusal };
    return $needsSignIn.get() || !record ? { refusal: { code: 'token_required' } } : { record };
  },
  setRecord(record) {
    $changesTooLate.set(false);
    $changesSentAt.set(ports.now());
    receiveRecord(record);
    if (record.unreturned_lists) void completeRecord();
  },
});

export const { $changes } = changeStore;

storage.beforeClosing?.(async () => {
  await changeStore.flushChanges();
  return $changes.get().saveState !== 'failed';
});

unsentChanges.setFlush(() => changeStore.flushChanges());

/** Saves when the page is left; called once per page. @returns stops saving */
export function saveOnLeave(): () => void {
  const stopListening = onPageLeave(() => changeStore.saveOnLeave());
  const stop = onSessionEnd((reason) => {
    // The last typed text is not stored yet.
    if (reason) changeStore.saveOnLeave();
    changeStore.closeChanges();
  });
  return () => {
    void changeStore.flushChanges();
    stopListening();
    stop();
  };
}
