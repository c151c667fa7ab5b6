/** The applicant's record, requests about it, and the public check of a visa. */
import * as v from 'valibot';
import { HOST_OFFERS } from '../responses.ts';
import { type CallContract, success } from './call.ts';
import { exampleRecord } from './examples.ts';
import { anyRecordSchema, daySchema, offersSchema, passportEndSchema } from './records.ts';

const RECORD = { object: exampleRecord('founder') };
const recordChanged = (description: string) => success(description, v.object({ object: anyRecordSchema }), RECORD);

export const employeeVisaSchema = v.object({
  code: v.pipe(v.string(), v.description('Random, at least 96 bits; never the id of the applicant.')),
  name: v.string(),
  surname: v.string(),
  application_type: v.string(),
  status_type: v.string(),
  valid_from: v.nullable(daySchema),
  valid_to: v.nullable(daySchema),
  passport_end: v.optional(passportEndSchema),
});

export const ACCOUNT_CALLS = {
  currentUser: {
    route: 'GET /user',
    access: 'token',
    perMinute: 600,
    summary: 'Read the record of the signed-in applicant',
    isOptional: true,
    success: success('Who is signed in.', v.object({ object: anyRecordSchema, offers: offersSchema }), {
      ...RECORD,
      offers: HOST_OFFERS,
    }),
  },
  withdraw: {
    route: 'POST /user/withdraw',
    access: 'token',
    perMinute: 20,
    summary: 'Withdraw an application that is not decided',
    description: 'The applicant gets a mail, and can send the application again.',
    isOptional: true,
    success: recordChanged('The application is withdrawn.'),
    errors: ['stale'],
  },
  askForDeletion: {
    route: 'POST /user/deletion-request',
    access: 'token',
    perMinute: 20,
    summary: 'Ask to be deleted',
    description: 'An officer erases the applicant or declines with a reason; a second request changes nothing.',
    isOptional: true,
    success: recordChanged('The request is stored, or was before.'),
  },
  endDeletionRequest: {
    route: 'DELETE /user/deletion-request',
    access: 'token',
    perMinute: null,
    summary: 'Withdraw the request to be deleted',
    description: 'Succeeds without an open request too.',
    isOptional: true,
    success: recordChanged('No request is open.'),
  },
  sendConfirmation: {
    route: 'POST /user/email-confirmation',
    access: 'token',
    perMinute: 20,
    summary: 'Mail another link that confirms the e-mail address',
    isOptional: true,
    success: recordChanged('A link is on its way, unless the address is confirmed.'),
    errors: ['slow_down'],
  },
  employeeVisa: {
    route: 'GET /employee-visa/:code',
    access: 'public',
    perMinute: 600,
    summary: 'Check a visa by its code',
    success: success('What anyone who holds the code may see.', v.object({ data: employeeVisaSchema }), {
      data: {
        code: 'Qm4tZ1xY7wKp',
        name: 'Anna',
        surname: 'Sample',
        application_type: 'founder',
        status_type: 'visa_issued',
        valid_from: '2027-02-01',
        valid_to: '2028-02-01',
      },
    }),
  },
} as const satisfies Record<string, CallContract>;
