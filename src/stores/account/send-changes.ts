/** Validates and sends changes; see change-store.ts. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import { type Part, partOf } from '../../domain/application/fields.ts';
import { type FormState, formToValues } from '../../domain/application/form.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { splitError } from '../api/refusal.ts';
import type { ApiError } from '../api/request.ts';
import { byFormPath } from '../application/check-forms.ts';
import { fieldOf } from '../application/field-of.ts';
import { changedFields, isSame, toHostForm } from './changed-fields.ts';
import {
  type Changes,
  changedIn,
  mineOf,
  type OpenChanges,
  patchChanges,
  startFrom,
  storedIn,
} from './changes-state.ts';
import { fixableErrors } from './stored-answers.ts';

const CURRENT_PASSWORD = 'current_password';

export function checkChanges(own: OpenChanges, part?: Part): FieldErrors {
  const { type, record, form, ports } = own;
  if (!type || !record) return {};
  const values = formToValues(type, form) as ApplicationValues;
  const changed = changedIn(own);
  const found = byFormPath(fixableErrors(type, ports.check(type, values), { record, values, changed }));
  if (!part) return found;
  return Object.fromEntries(Object.entries(found).filter(([path]) => partOf(type, path) === part));
}

export async function sendChanges(own: OpenChanges, locale: Locale, password: string): Promise<FieldErrors> {
  const { ports, $state, record, type, form } = own;
  if (!record || !type || $state.get().sending || $state.get().conflict) return {};
  const wrong = checkChanges(own);
  if ('email' in mineOf(own) && password === '') wrong[CURRENT_PASSWORD] = ['required'];
  if (Object.keys(wrong).length > 0) return wrong;
  patchChanges(own, { sending: true, percent: 0, error: null });
  const changed = changedIn(own);
  const values = formToValues(type, form) as ApplicationValues;
  await own.saving.flush();
  const onProgress = (percent: number) => patchChanges(own, { percent });
  const { version } = own;
  const response = await ports.send({ type, record, changed, values, version, password, locale, onProgress });
  if ('record' in response) return onSent(own, response.record, form);
  return response.error.code === 'stale' ? onStale(own, locale) : onRejected(own, response.error);
}

function onRejected(own: OpenChanges, error: ApiError): FieldErrors {
  own.isUncertain ||= ['no_answer', 'unreadable', 'host_timeout', 'host_unreachable'].includes(error.code);
  const named = error.fields ?? (error.code === 'email_taken' ? { email: ['email_taken'] } : {});
  const formError = { ...error, fields: byFormPath(named) };
  const { fields, notice } = splitError(formError, (path) =>
    path === CURRENT_PASSWORD ? path : fieldOf(own.type, path),
  );
  // A taken address has its error, with a link, at the field.
  patchChanges(own, { sending: false, error: error.code === 'email_taken' && fields.email ? null : notice });
  return fields;
}

/** @param sent what was edited after it stays changed */
async function onSent(own: OpenChanges, next: ApplicantRecord, sent: FormState): Promise<FieldErrors> {
  const later = changedFields(sent, own.form);
  own.isUncertain = false;
  startFrom(own, next, later);
  patchChanges(own, { sending: false, error: null, saveState: 'idle', savedAt: null, conflict: false, isSent: true });
  own.ports.setRecord(next);
  await own.saving.save();
  return {};
}

/** The host has another version: perhaps this device's own, whose response was lost. */
async function onStale(own: OpenChanges, locale: Locale): Promise<FieldErrors> {
  const mine = mineOf(own);
  const next = await own.ports.reread(locale);
  if (!next) {
    patchChanges(own, { sending: false, error: { code: 'stale' } });
    return {};
  }
  const stored = storedIn(own.type, next);
  const hasMine = Object.entries(mine).every(([name, value]) => isSame(stored[name], toHostForm(value)));
  if (own.isUncertain && hasMine) return onSent(own, next, own.form);
  own.record = next;
  patchChanges(own, { sending: false, conflict: next.version !== own.version || own.version === undefined });
  return {};
}

/** Ends a conflict: the form is remounted with the host's version and these changes. */
export async function rebase(own: OpenChanges, mine: FormState, change: Partial<Changes>): Promise<void> {
  if (!own.record) return;
  startFrom(own, own.record, mine);
  patchChanges(own, { conflict: false, error: null, ...change });
  await own.saving.save();
}
