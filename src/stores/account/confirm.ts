/** Confirming the e-mail address of an application. */
import { callConfirmEmail } from '../api/request-calls.ts';
import { mailedLink } from './mailed-link.ts';

export const confirmLink = mailedLink(callConfirmEmail);
