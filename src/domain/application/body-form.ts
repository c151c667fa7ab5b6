/** How the host in use takes the body of an application. Pages ask the gateway for it before they send one. */
import { isJsonObject } from '../api/json.ts';

const LIST_FILES = ['file6', 'file6[]', 'file6[0]'] as const;
const UPDATES = ['known', 'changed'] as const;

export interface BodyForm {
  /** Names of the files of relatives: one name repeated, as in PHP's lists, or a name with the relative's position. */
  list_files: (typeof LIST_FILES)[number];
  /** Takes `1990` and `1990-07` for dates that are not known to the day. */
  partial_dates: boolean;
  /** Takes parts that a host may not know: {@link OWN_PARTS} and `terms_version`. */
  own_parts: boolean;
  /** What an update sends besides the changed answers and what is derived from them: the record's `given`, or nothing. */
  update: (typeof UPDATES)[number];
}

/** The form of this portal's own host. */
export const OWN_BODY_FORM: BodyForm = { list_files: 'file6', partial_dates: true, own_parts: true, update: 'changed' };

/** Answers that a host may not know. */
export const OWN_PARTS: readonly string[] = ['one_name', 'no_expiry', 'photo_kept'];

/** Answered by the gateway itself, without a call to the host. */
export const BODY_FORM_PATH = '/body-form.json';

/** Null for a value that is not a body form. */
export function readBodyForm(value: unknown): BodyForm | null {
  if (!isJsonObject(value)) return null;
  const { list_files, partial_dates, own_parts, update } = value;
  const isNamed = LIST_FILES.some((form) => form === list_files) && UPDATES.some((form) => form === update);
  const isForm = isNamed && typeof partial_dates === 'boolean' && typeof own_parts === 'boolean';
  return isForm ? (value as unknown as BodyForm) : null;
}
