/** A summary of each call, and a description of what its schema does not show. */
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';

interface Words {
  summary: string;
  description?: string;
}

const TYPES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(APPLICATION_TYPES);
const CREATING = 'The same key with the same body gets the first response again and creates nothing, for 24 hours.';
const UPDATING =
  'All texts are sent, changed or not; a file only when it is new. Another e-mail address requires the current password, unless the sign-in is at most ten minutes old.';

const ASKING =
  'The same id with the same text is stored once. The staff gets a mail, and answers by mail in the language of the message.';

const SEALED = 'The body was sealed on a device; the host never has the key.';
const READING = 'An unknown, expired or deleted parcel and a wrong key get the same response.';

export const SUMMARIES: Record<EndpointId, Words> = {
  login: { summary: 'Sign in', description: 'An unknown address and a wrong password get the same response.' },
  logout: { summary: 'Sign out' },
  changePassword: {
    summary: 'Change the password',
    description: `type is ${TYPES}; specialist_visa is accepted and never written.`,
  },
  checkEmail: { summary: 'Check whether an address has an application' },
  createSpecialist: { summary: 'Apply as a specialist', description: CREATING },
  createFounder: { summary: 'Apply as a founder', description: CREATING },
  createInvestor: { summary: 'Apply as an investor', description: CREATING },
  updateSpecialist: { summary: "Change a specialist's application", description: UPDATING },
  updateFounder: { summary: "Change a founder's application", description: UPDATING },
  updateInvestor: { summary: "Change an investor's application", description: UPDATING },
  requestResetCode: { summary: 'Ask for a code to reset the password' },
  checkResetCode: { summary: 'Check a code', description: 'A right code stays valid; wrong ones are counted.' },
  resetPassword: { summary: 'Set a password with a code' },
  restoreEmail: {
    summary: 'Undo a change of the e-mail address',
    description: 'With the secret in the mail to the earlier address, for 72 hours.',
  },
  currentUser: { summary: 'Read the record of the signed-in applicant' },
  listSessions: { summary: 'List where the applicant is signed in' },
  endOtherSessions: { summary: 'Sign out everywhere else' },
  withdraw: {
    summary: 'Withdraw an application that is not decided',
    description: 'The applicant gets a mail, and can send the application again.',
  },
  askForDeletion: {
    summary: 'Ask to be deleted',
    description: 'An officer erases the applicant or declines with a reason; a second request changes nothing.',
  },
  endDeletionRequest: {
    summary: 'Withdraw the request to be deleted',
    description: 'Succeeds without an open request too.',
  },
  sendConfirmation: { summary: 'Mail another link that confirms the e-mail address' },
  confirmEmail: {
    summary: 'Confirm an e-mail address',
    description: 'With the secret in the last mail that asked for it; idempotent.',
  },
  listMessages: { summary: 'List the messages of the applicant with their answers' },
  sendMessage: { summary: 'Write to the staff as an applicant', description: ASKING },
  acceptsMessages: { summary: 'Check whether this host takes questions without an account' },
  askQuestion: { summary: 'Ask the staff without an account', description: ASKING },
  employeeVisa: { summary: 'Check a visa by its code' },
  supportsParcels: { summary: 'Check whether this host keeps sealed parcels' },
  putParcel: {
    summary: 'Create a sealed parcel, or replace its index',
    description: `${SEALED} Each write increments the revision.`,
  },
  getParcel: { summary: "Read a parcel's index", description: READING },
  deleteParcel: { summary: 'Delete a parcel' },
  putBlob: { summary: 'Store a new blob of a parcel', description: `${SEALED} No blob is replaced.` },
  getBlob: { summary: 'Read a blob of a parcel', description: READING },
  deleteBlob: {
    summary: 'Delete a blob of a parcel',
    description: 'Succeeds without a blob too. A later blob of this id continues its revisions.',
  },
};

export const OPTIONAL = 'A host may lack this call: it responds 404, and the portal works without it.';

export const ABOUT = `The calls between browser, gateway and admin host; docs/api.md explains them.

The same calls exist twice. At the portal's address the gateway responds: it refuses what it can refuse itself, and forwards the rest to an admin host, the embedded one or the one of ADMIN_HOST. What concerns only one of the two is marked.

A path is matched byte for byte. Any other path is 404 not_found; a path of this document with another method is 405 method_not_allowed with Allow; both with the body Error. At the gateway, HEAD gets the response of GET without a body, and OPTIONS 204 with Allow.

No response is cached. Times are ISO 8601 in UTC, dates YYYY-MM-DD. Names keep the specification's spelling.`;
