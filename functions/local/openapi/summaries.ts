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
  'All texts are sent, changed or not; a file only where it is new. Another e-mail address takes the current password, unless the sign-in is at most ten minutes old.';

const ASKING =
  'The same id with the same text is stored once. The staff is told by mail, and answers by mail in the language of the message.';

const SEALED = 'What is sent was sealed on a device; the host never has the key. Each write has a revision of its own.';
const READING = 'Unknown, expired, deleted, and another key: all get the same response.';

export const SUMMARIES: Record<EndpointId, Words> = {
  login: { summary: 'Sign in', description: 'An unknown address and a wrong password get the same response.' },
  logout: { summary: 'Sign out' },
  changePassword: {
    summary: 'Set another password',
    description: `type is ${TYPES}; specialist_visa is accepted and never written.`,
  },
  checkEmail: { summary: 'Ask whether an address has an application' },
  createSpecialist: { summary: 'Apply as a specialist', description: CREATING },
  createFounder: { summary: 'Apply as a founder', description: CREATING },
  createInvestor: { summary: 'Apply as an investor', description: CREATING },
  updateSpecialist: { summary: "Change a specialist's application", description: UPDATING },
  updateFounder: { summary: "Change a founder's application", description: UPDATING },
  updateInvestor: { summary: "Change an investor's application", description: UPDATING },
  requestResetCode: { summary: 'Ask for a code to reset the password' },
  checkResetCode: { summary: 'Check a code', description: 'A right code stays good; wrong ones are counted.' },
  resetPassword: { summary: 'Set a password by a code' },
  restoreEmail: {
    summary: 'Take a change of the e-mail address back',
    description: 'By the secret of the mail that went to the earlier address, for 72 hours.',
  },
  currentUser: { summary: 'Read the record of whoever is signed in' },
  listSessions: { summary: 'List where the applicant is signed in' },
  endOtherSessions: { summary: 'Sign out everywhere else' },
  withdraw: {
    summary: 'Withdraw an application that is not decided',
    description: 'The applicant is told by mail, and can send the application again.',
  },
  askForDeletion: {
    summary: 'Ask to be deleted',
    description: 'An officer erases the applicant or declines with a reason; a second request changes nothing.',
  },
  endDeletionRequest: {
    summary: 'Take the request to be deleted back',
    description: 'Done as well where none is open.',
  },
  sendConfirmation: { summary: 'Mail another link that confirms the e-mail address' },
  confirmEmail: {
    summary: 'Confirm an e-mail address',
    description: 'By the secret of the last mail that asked for it; again also a second time.',
  },
  listMessages: { summary: 'List the messages of the applicant with their answers' },
  sendMessage: { summary: 'Write to the staff as an applicant', description: ASKING },
  messagesTaken: { summary: 'Ask whether this host takes questions without an account' },
  askQuestion: { summary: 'Ask the staff without an account', description: ASKING },
  employeeVisa: { summary: 'Check a visa by its code' },
  parcelsKept: { summary: 'Ask whether this host keeps sealed parcels' },
  putParcel: { summary: 'Make a sealed parcel, or replace its index', description: SEALED },
  getParcel: { summary: "Read a parcel's index", description: READING },
  deleteParcel: { summary: 'End a parcel' },
  putBlob: { summary: 'Store a blob of a parcel', description: SEALED },
  getBlob: { summary: 'Read a blob of a parcel', description: READING },
  deleteBlob: {
    summary: 'Delete a blob of a parcel',
    description: 'Done as well where there is none. Its revisions go on from there.',
  },
};

export const OPTIONAL = 'A host may lack this call: it responds 404, and the portal does without.';

export const ABOUT = `What browser, gateway and admin host say to each other; docs/api.md tells it in words.

The same calls exist twice. At the portal's address the gateway responds: it refuses what it can refuse by itself, and passes the rest on. Behind it an admin host answers, the embedded one or another one behind ADMIN_HOST. What concerns only one of the two says so.

A path is matched byte for byte. Any other path is 404 not_found; a path of this document with another method is 405 method_not_allowed with Allow; both with the body Error. At the gateway, HEAD is answered like GET without a body, and OPTIONS with 204 and Allow.

No response is cached. Times are ISO 8601 in UTC, dates YYYY-MM-DD. Names keep the specification's spelling.`;
