/**
 * The sign in local storage that a draft lies on the device, so that a page knows before it has asked the database. Rule:
 * it says that and nothing else; the draft itself is never there.
 */
export const DRAFT_SIGN_KEY = 'draft';
export const DRAFT_SIGN = 'kept';
