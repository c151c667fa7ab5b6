/** Texts of the namespaces `auth` and `forms` that the pages on the way to the account do not show. */
const OF_QUESTIONS = ['fields', 'items', 'itemErrors', 'lists', 'parts', 'papers', 'choices', 'select', 'suggestion'];
const OF_CONTROLS = ['address', 'crop', 'date', 'file', 'scan'];
const OF_ANSWERS = ['errorsAt', 'errorsOf', 'errors.requiredOf', '*.date_', 'errors.not_in_list'];
const OF_ACCOUNT = ['menu', 'data', 'home', 'types', 'status', 'days', 'actors', 'stages', 'person', 'security'];
/** Refusals of calls with an application, a file or a parcel. */
const OF_CALLS = [
  'idempotency_required',
  'idempotency_mismatch',
  'in_progress',
  'too_large',
  'unsupported_media',
  'newer_form',
  'parcel_gone',
  'parcel_changed',
  'parcel_altered',
].map((code) => `refusals.${code}`);

export const BEYOND_SIGN_IN = [
  ...OF_QUESTIONS,
  ...OF_CONTROLS,
  ...OF_ANSWERS,
  ...OF_CALLS,
  ...OF_ACCOUNT,
  'session',
  'visa',
];
