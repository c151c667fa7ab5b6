/** Prints one sample of each mail in each language as JSON: a test renders them in a browser. */
import { composeMail } from '../../../../functions/admin/mail/compose.ts';
import type { Reader } from '../../../../functions/admin/mail/letter-content.ts';
import type { Mail } from '../../../../functions/admin/mail/letters.ts';
import { LOCALES } from '../../../../src/domain/i18n/locales.ts';
import { daysAfter } from '../../../fixtures/applicants.ts';
import type { MailSample } from '../../../fixtures/mail-sample.ts';

const ID = 'A-2026-000123';
const NOW = Date.parse('2026-11-26T10:00:00Z');
const LONG = `${'Wolfeschlegelsteinhausenbergerdorff '.repeat(2)}-${'x'.repeat(60)}`;
const NOTE = `The scan is dark.\n${LONG}\n<b>not bold</b>`;
const MESSAGE = {
  ...{ id: 'm1', applicantId: ID, number: '', name: LONG, email: `${'a'.repeat(60)}@example.org`, locale: 'ru' },
  ...{ text: NOTE, answer: NOTE, askedAt: NOW, answeredAt: NOW },
};

const STATUSES = [
  ...['submitted', 'in_review', 'changes_requested', 'approved', 'visa_revoked', 'rejected', 'withdrawn'],
  'a_status_of_a_later_version',
];

function visa(from: number, to: number, more: object = {}): Mail {
  const dates = { valid_from: daysAfter('2026-11-26', from), valid_to: daysAfter('2026-11-26', to) };
  const holder = { name: 'Anna', surname: 'Ivanova', application_type: 'specialist', status_type: 'visa_issued' };
  return {
    template: 'visa',
    id: ID,
    note: '',
    visa: { code: 'ABCDEFGHJKMNPQRSTVWXYZ01', ...holder, ...dates, ...more },
  };
}

const SAMPLES: Record<string, Mail> = {
  code: { template: 'code', code: '123456', token: 'x'.repeat(101), isFree: true, locale: null },
  passwordChanged: { template: 'passwordChanged' },
  emailChanged: { template: 'emailChanged', token: 'x'.repeat(43) },
  'emailChanged without a way back': { template: 'emailChanged', token: null },
  emailRestored: { template: 'emailRestored' },
  received: { template: 'received', id: ID, token: 'x'.repeat(43) },
  emailConfirm: { template: 'emailConfirm', id: ID, token: 'x'.repeat(43) },
  deletionAsked: { template: 'deletionAsked', id: ID, by: '2026-12-26' },
  deletionDeclined: { template: 'deletionDeclined', id: ID, note: NOTE },
  question: { template: 'question', id: ID, message: MESSAGE as never },
  'answer to an applicant': { template: 'answer', id: ID, message: MESSAGE as never },
  'answer to a stranger': { template: 'answer', id: '', message: { ...MESSAGE, applicantId: null } as never },
  ...Object.fromEntries(
    STATUSES.map((status): [string, Mail] => [
      status,
      {
        template: 'status',
        id: ID,
        status,
        note: NOTE,
        fields: ['applicant_position', 'petitioner_position', 'file4'],
      },
    ]),
  ),
  'visa valid': visa(-10, 300, { passport_end: '4321' }),
  'visa ending': visa(-300, 12),
  'visa future': visa(5, 300),
  'visa expired': visa(-300, -1),
  'visa revoked': visa(-10, 300, { status_type: 'visa_revoked' }),
  'visa with a long name': visa(-10, 300, { surname: LONG, name: LONG }),
};

function historyOf(mail: Mail): Reader['history'] {
  const status = mail.template === 'status' ? mail.status : 'visa_issued';
  const reached = mail.template === 'received' ? ['submitted'] : ['submitted', 'in_review', status];
  return reached.map((status_type, nth) => ({
    ...{ status_type, note: '' },
    created_at: new Date(NOW - (reached.length - nth) * 5 * 24 * 60 * 60_000).toISOString(),
  }));
}

function samplesOf(locale: (typeof LOCALES)[number]): MailSample[] {
  return Object.entries(SAMPLES).map(([name, mail]) => {
    const reader: Reader = {
      id: ID,
      name: 'Anna-Maria',
      type: 'specialist',
      history: historyOf(mail),
      isConfirmed: true,
    };
    const known = mail.template === 'question' || name === 'answer to a stranger' ? undefined : reader;
    const { html, attachments = [] } = composeMail(mail, locale, 'https://portal.example', NOW, known);
    const pictures = attachments.flatMap(({ contentId, type: kind, content }) =>
      contentId ? [[contentId, `data:${kind};base64,${Buffer.from(content as Uint8Array).toString('base64')}`]] : [],
    );
    return { name, locale, html, pictures: Object.fromEntries(pictures) };
  });
}

process.stdout.write(JSON.stringify(LOCALES.flatMap(samplesOf)));
