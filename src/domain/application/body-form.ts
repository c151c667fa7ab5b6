/** How the host in use takes the body of an application: the gateway tells pages before they send one. */
import { isJsonObject } from '../api/json.ts';

const LIST_FILES = ['file6', 'file6[]', 'file6[0]'] as const;
const UPDATES = ['known', 'changed'] as const;

export interface BodyForm {
  /** Names of the files of relatives: repeated, as PHP's lists, or with the relative's position. */
  list_files: (typeof LIST_FILES)[number];
  /** Takes `1990` and `1990-07` for dates that are not known to the day. */
  partial_dates: boolean;
  /** Takes parts that a host may not know: {@link OWN_PARTS} and `terms_version`. */
  own_parts: boolean;
  /** Parts of an update beside the changed answers and what is derived from them: what the record has as `given`, or none. */
  update: (typeof UPDATES)[number];
}

/** Of a host that takes what this portal's own takes. */
export const OWN_BODY_FORM: BodyForm = { list_files: 'file6', partial_dates: true, own_parts: true, update: 'changed' };

/** Answers that a host may not know. */
export const OWN_PARTS: readonly string[] = ['one_name', 'no_expiry', 'photo_kept'];

/** Of the gateway itself; no host is called. */
export const BODY_FORM_PATH = '/body-form.json';

/** Null for a value that is no form. */
export function readBodyForm(value: unknown): BodyForm | null {
  if (!isJsonObject(value)) return null;
  const { list_files, partial_dates, own_parts, update } = value;
  const isNamed = LIST_FILES.some((form) => form === list_files) && UPDATES.some((form) => form === update);
  const isForm = isNamed && typeof partial_dates === 'boolean' && typeof own_parts === 'boolean';
  return isForm ? (value as unknown as BodyForm) : null;
}
