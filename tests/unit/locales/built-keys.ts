/**
 * The list of message keys that are built at run time: patterns with the values of their placeholders. `{name}` stands for
 * any of VALUES; a pattern that ends in `?` may be missing for some values.
 */
import { OFFICE_LABELS } from '../../../functions/office/words.ts';
import en from '../../../locales/admin/en.json' with { type: 'json' };
import {
  AUTH_PICTURES,
  FOOTER_PAGES,
  INFORMATION_PAGES,
  SECTIONS,
  WELCOME_SLIDES,
} from '../../../src/content/collections.ts';
import { FIELD_CODES } from '../../../src/domain/api/field-codes.ts';
import { REFUSAL_STATUS } from '../../../src/domain/api/refusal-codes.ts';
import { COPIED_FROM } from '../../../src/domain/application/copy-sources.ts';
import { FIELDS, LISTS, PARTS } from '../../../src/domain/application/fields.ts';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { MAIN_STATUSES, STATUSES } from '../../../src/domain/application/status.ts';
import { TERMS_POINTS } from '../../../src/domain/application/terms.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../src/domain/application/types.ts';
import { VISA_STATES } from '../../../src/domain/application/visa.ts';
import { LOCALES, type Namespace } from '../../../src/domain/i18n/locales.ts';
import type { calendarOf } from '../../../src/domain/passport/calendars.ts';
import { DOUBT_CODES } from '../../../src/domain/passport/doubts.ts';
import { UNSURE_REASONS } from '../../../src/domain/passport/reading.ts';
import { KINSHIP } from '../../../src/domain/reference/choices.ts';
import type { SignInReason } from '../../../src/stores/api/session-token.ts';
import { FILE_CHANGES } from '../../../src/stores/application/picked-file.ts';

/** @param names each name of a type */
const namesOf = <Name extends string>(names: Record<Name, true>) => Object.keys(names);
const SIGN_IN_REASONS = namesOf<SignInReason>({ ended: true, missing: true, link: true, refresh: true });
const OTHER_CALENDARS = namesOf<NonNullable<ReturnType<typeof calendarOf>>>({
  ...{ persian: true, islamic: true, persianOrIslamic: true, buddhist: true },
  ...{ hebrew: true, minguo: true, juche: true, heisei: true },
});

const ROLES = ['read', 'decide', 'issue', 'erase', 'export', 'audit'];
/** Entries of the log that have texts. */
const ACTIONS = [
  'set',
  'visa',
  'revoke',
  ...['decide', 'hurry', 'take', 'undo'],
  'note',
  'resend',
  'assign',
  'erase',
  'anonymise',
  'free',
  'template',
  'xlsx',
  'csv',
  'export',
  'change',
  'decline',
  'answer',
  'close',
  'write',
];
const MAILS = [
  ...['code', 'passwordChanged', 'emailChanged', 'emailRestored', 'received', 'status', 'visa'],
  ...['emailConfirm', 'deletionAsked', 'deletionDeclined', 'question', 'answer', 'reminder', 'alarm'],
];

const fields = Object.entries(FIELDS);
const items = Object.entries(LISTS).flatMap(([list, { item }]) => Object.keys(item).map((name) => `${list}.${name}`));
const lines = ['region', 'district', 'street', 'flat'];
/** The documents that an applicant of a type needs: the files of the field table. */
const papersOf = (type: ApplicationType) =>
  fields
    .filter(([, { kind, types }]) => (kind === 'file' || kind === 'photo') && types.some((one) => one === type))
    .map(([name]) => name);
/** Fields of forms outside an application. */
const accountFields = ['password', 'new_password', 'current_password', 'code'];
const paths = [
  ...fields.flatMap(([name, { kind }]) => [
    name,
    ...(kind === 'address' ? lines.map((line) => `${name}.${line}`) : []),
  ]),
  ...accountFields,
];

const VALUES: Record<string, readonly string[]> = {
  type: APPLICATION_TYPES,
  status: STATUSES,
  way: MAIN_STATUSES,
  actor: [...new Set(Object.values(STAGES).map(({ actor }) => actor))],
  landing: SECTIONS,
  information: INFORMATION_PAGES,
  foot: FOOTER_PAGES,
  slide: WELCOME_SLIDES,
  picture: AUTH_PICTURES,
  kinship: KINSHIP,
  refusal: [...Object.keys(REFUSAL_STATUS), 'offline', 'no_answer', 'unreadable', 'parcel_altered', 'storage_blocked'],
  reason: SIGN_IN_REASONS,
  code: FIELD_CODES,
  fileChange: FILE_CHANGES,
  field: [...fields.map(([name]) => name), ...accountFields],
  path: paths,
  list: Object.keys(LISTS),
  item: items,
  itemField: [...new Set(items.map((path) => path.split('.').at(-1) ?? ''))],
  line: lines,
  part: Object.keys(PARTS),
  scan: [
    ...['noZone', 'noZoneInPages', 'slanted', 'several', 'comeCloser', 'checkFailed'],
    ...['unreadable', 'pixelsHidden', 'poor', 'failed'],
  ],
  unsure: UNSURE_REASONS,
  passportDoubt: DOUBT_CODES,
  calendar: OTHER_CALENDARS,
  officeRefusal: [...new Set(Object.keys(en.office.refusals).map((key) => key.replace(/_\w+$/, '')))],
};

/** Patterns by namespace. */
const BUILT: Partial<Record<Namespace, readonly string[]>> = {
  home: [
    ...['abroad', 'inside'].map((number) => `contact.${number}`),
    'nav.{landing}',
    'sections.{landing}.title',
    'sections.{landing}.text?',
    'sections.{landing}.more?',
    'slides.{slide}.title',
    'slides.{slide}.alt',
    'pictures.{picture}',
    ...['title', 'description', 'lead'].map((part) => `information.{information}.${part}`),
    'information.{foot}.link',
  ],
  application: [
    ...['own', 'family', 'know'].map((section) => `documents.sections.${section}`),
    ...['stay', 'trips'].flatMap((part) => [`documents.${part}.title`, `documents.${part}.text`]),
    ...['title', 'text', 'need'].map((part) => `types.{type}.${part}`),
    'papers.{type}.also',
    ...APPLICATION_TYPES.flatMap((type) => papersOf(type).map((name) => `papers.${type}.gather.${name}`)),
    'choose.start.{type}',
    ...['stay', 'family', 'travel'].map((part) => `choose.asks.${part}`),
    'stages.{way}.title',
    'stages.{way}.text',
    ...['free', 'taken', 'unknown'].map((found) => `send.unknown.${found}`),
    ...['person', 'trip', 'sending'].map((group) => `groups.${group}`),
    ...['todo', 'started', 'done', 'attention'].map((state) => `states.${state}`),
    ...['started', 'failed', 'none'].map((phase) => `draft.rescue.${phase}`),
    ...Object.values(COPIED_FROM).map(({ source }) => `copy.${source}`),
  ],
  auth: [
    ...['title', 'text', 'next', 'ahead'].map((part) => `stages.{status}.${part}`),
    ...['start', 'start_{status}?', 'againText', 'againText_{status}?', 'saved', 'saved_{status}?'].map(
      (way) => `person.change.${way}`,
    ),
    ...['ending', 'expired'].map((state) => `visa.stage.${state}`),
    ...['future', 'ending', 'expired'].map((state) => `visa.text.${state}`),
    'home.note',
    'home.note_{status}?',
    'actors.{actor}',
    'login.{reason}Title',
    'login.{reason}Text',
    'types.{type}',
    ...['ready', 'gone', 'failed'].flatMap((phase) => [`person.file.${phase}Title`, `person.file.${phase}Text`]),
    ...['now', 'done', 'next', 'stopped'].map((state) => `status.${state}?`),
    'home.application.{type}',
    ...['started', 'failed'].map((phase) => `home.archive.${phase}`),
    ...['withdraw', 'deletion', 'takeBack', 'confirmation'].flatMap((request) =>
      ['start', 'title', 'text', 'confirm', 'cancel', 'busy', 'done'].map((part) => `home.${request}.${part}`),
    ),
    'home.deletion.asked',
    'home.deletion.answered',
    ...['restore', 'confirm'].flatMap((link) =>
      [
        ...['title', 'lead', 'submit', 'busy', 'doneTitle', 'doneText'],
        ...['expiredTitle', 'expiredText', 'missingTitle', 'missingText'],
      ].map((part) => `${link}.${part}`),
    ),
    ...['free', 'freeText', 'freedTitle', 'freedText'].map((part) => `confirm.${part}`),
    ...['home', 'status', 'person', 'security'].map((page) => `menu.${page}`),
    ...['email', 'code', 'password'].map((step) => `reset.${step}.title`),
    ...['start', 'codeFirst'].flatMap((needs) => ['Title', 'Text', 'Action'].map((part) => `reset.${needs}${part}`)),
  ],
  employee: [
    'types.{type}',
    ...['state', 'detail'].flatMap((part) => VISA_STATES.map((state) => `${part}.${state}`)),
    ...['ending', 'lastDay'],
    ...['missing', 'failed'].flatMap((outcome) => [`${outcome}.title`, `${outcome}.text`]),
    ...['type', 'passport', 'validity', 'code'],
  ],
  terms: TERMS_POINTS.map((point) => `points.${point}`),
  forms: [
    'file.{fileChange}',
    'errors.not_accepted',
    ...['title', 'text'].map((part) => `refusals.newer_form.${part}`),
    'parts.{part}.title',
    'parts.{part}.title_{type}?',
    'parts.{part}.text?',
    'parts.{part}.text_{type}?',
    ...Array.from({ length: 12 }, (_, month) => `date.written.${month}`),
    'refusals.{refusal}.title',
    'refusals.{refusal}.text',
    'refusals.{refusal}.action?',
    'choices.kinship.{kinship}',
    ...['0', '1', '2', '3', '4'].map((level) => `password.strength.${level}`),
    ...['title', 'text', 'action'].map((part) => `missingWords.${part}`),
    ...['refused', 'questioned'].flatMap((way) =>
      ['too_long', 'over_limit', 'no_code', 'no_number'].map((why) => `phone.${way}.${why}`),
    ),
    'crop.failed',
    'crop.hidden',
    'crop.needed',
    'crop.small',
    ...['crop.left', 'crop.up', 'crop.down', 'crop.right'],
    'errors.{code}?',
    'errors.required.{path}?',
    'errors.requiredOf.{type}.{path}?',
    'errorsOf.{type}.{code}.{path}?',
    'errorsAt.{code}.{path}?',
    'itemErrors.{code}.{itemField}?',
    'fields.{field}.label?',
    'fields.{field}.label_{type}?',
    'fields.{field}.hint?',
    'fields.{field}.hint_{type}?',
    'papers.{field}?',
    'papers.{field}_{type}?',
    ...['file6', 'marriage_or_birth_document_file'].map((name) => `papers.${name}`),
    'items.{item}.label',
    'items.{item}.hint?',
    'address.{line}',
    'address.{line}_{field}?',
    'address.{line}Hint?',
    ...['add', 'another', 'save', 'added', 'full', 'item'].map((part) => `lists.{list}.${part}`),
  ],
  parcel: [
    'common.copied',
    'common.notCopied',
    ...['draft', 'company', 'photo'].map((kind) => `inApp.${kind}`),
    ...['waiting', 'refused', 'taken', 'cancelled', 'ended', 'fetching'].map((phase) => `photo.ask.${phase}`),
    ...['sending', 'fetching'].map((phase) => `company.ask.${phase}`),
    ...['draft.send.sending', 'draft.receive.moving', 'company.answer.fetching'],
    ...['draft.send', 'draft.receive', 'company.ask', 'company.answer'].map((side) => `${side}.looking`),
    ...LOCALES.map((locale) => `company.ask.mail.${locale}`),
    // Their text is that of the error.
    ...Object.entries({
      'draft.send': ['stopped', 'closeFailed'],
      'draft.receive': ['stopped', 'failed'],
      'photo.ask': ['stopped', 'failed'],
      'company.ask': ['stopped', 'closeFailed', 'failed'],
      'company.answer': ['failed', 'unsent'],
    }).flatMap(([side, phases]) => phases.map((phase) => `${side}.${phase}.title`)),
    ...Object.entries({
      'draft.send': ['cancelled', 'ended', 'empty'],
      'draft.receive': [
        'noLink',
        'cut',
        'gone',
        'altered',
        'unreadable',
        'used',
        'cancelled',
        'arrived',
        'refused',
        'unknown',
      ],
      'photo.send': ['noLink', 'cut', 'gone', 'altered', 'unreadable', 'cancelled', 'taken'],
      'company.ask': [
        'taken',
        'cancelled',
        'takenElsewhere',
        'ended',
        'saveFailed',
        'refused',
        'otherType',
        'opened',
        'partial',
      ],
      'company.answer': [
        'noLink',
        'cut',
        'gone',
        'altered',
        'unreadable',
        'cancelled',
        'taken',
        'changed',
        'elsewhere',
        'sent',
        'sentPart',
        'edited',
        'empty',
      ],
    }).flatMap(([side, phases]) => phases.flatMap((phase) => [`${side}.${phase}.title`, `${side}.${phase}.text`])),
  ],
  passport: [
    'refusals.{scan}.title',
    'refusals.{scan}.text',
    'reasons.{unsure}',
    'doubts.{passportDoubt}',
    ...['doubts.calendar', 'doubts.calendarElsewhere'],
    'calendars.{calendar}',
  ],
  admin: [
    ...['status', 'title', 'subject', 'note', 'action'].flatMap((part) => [
      `mail.${part}.{status}?`,
      `mail.${part}.other?`,
      `mail.${part}.unknown?`,
    ]),
    'mail.stages.{status}?',
    ...['Done', 'Now', 'Next', 'Stopped'].map((state) => `mail.way${state}`),
    ...MAILS.flatMap((kind) => ['title', 'intro', 'other', 'action'].map((part) => `mail.${kind}.${part}?`)),
    'web.decide.to.{status}?',
    ...OFFICE_LABELS.map((key) => `web.form.${key}`),
    'office.refusals.{officeRefusal}?',
    ...ROLES.map((role) => `office.refusals.forbidden_${role}?`),
    ...['decided', 'changed', 'withdrawn', 'assign', 'take'].map((what) => `office.refusals.conflict_${what}`),
    ...['undo', 'set', 'visa', 'revoke'].map((what) => `office.refusals.undoLate_${what}`),
    ...MAILS.map((kind) => `mail.${kind}.subject?`),
    ...['mail', 'mail_left', 'cron', 'sweep', 'backup', 'backup_none', 'backup_unreadable'].map(
      (part) => `mail.alarm.parts.${part}`,
    ),
    'mail.statusByOffice.{status}?',
    // Keys of the desk's pages.
    ...Object.entries({
      roles: ROLES,
      places: ['queue', 'messages', 'mails', 'statistics', 'log', 'templates', 'reads'],
      applicantLanguage: LOCALES,
      changes: ['before', 'after'],
      'decide.noteHint': LOCALES,
      requests: ['crossSite', 'noForm', 'brokenForm'],
      queue: [
        ...['mine', 'cameBack', 'overdue', 'dueSoon', 'unassigned', 'waiting', 'colleagues'],
        ...['deletion', 'retention'],
      ],
      'same.by': ['p', 'n', 'm'],
      'reads.kinds': ['open', 'scan', 'search', 'list', 'export'],
      reads: ['day', 'officer', 'kind', 'application'],
      ...Object.fromEntries(
        ['work', 'case', 'decide', 'talk', 'undo', 'personal', 'roles'].map((topic) => [
          `help.${topic}`,
          ['title', 'text'],
        ]),
      ),
      'stats.by': ['type', 'citizenship', 'officer', 'reason'],
      'messages.writeHint': LOCALES,
      assign: ['nobody', 'mine', 'other', 'take', 'takeOver', 'release'],
      'waits.what': STATUSES.filter((status) => status !== 'submitted'),
      odd: [...DOUBT_CODES, 'photo_kept'],
      done: [
        ...[
          'decided',
          'undone',
          'hurried',
          'dismissed',
          'noted',
          'assigned',
          'released',
          'handed',
          'anonymised',
          'declined',
        ],
        ...['resent', 'saved', 'answered', 'closed', 'written'],
      ],
      'log.actions': ACTIONS,
      mails: ['kind', 'application', 'state', 'when', 'next'],
      'mails.kinds': MAILS,
      'mails.states': ['waiting', 'failed', 'sending', 'unclear', 'given_up', 'sent'],
      'messages.hint': LOCALES,
      'messages.states': ['open', 'answered', 'closed'],
      personal: ['eraseButton', 'anonymiseButton'],
      scans: ['in', 'out', 'turn', 'failed', 'lacking', 'loading', 'page', 'shortened'],
      reader: [
        ...['same', 'differs', 'unread', 'verdict', 'typed', 'read', 'field'],
        ...['reading', 'unreadable', 'pixelsHidden', 'noZone', 'failed', 'done', 'picture'],
      ],
      stats: [
        ...['approved', 'refused', 'withdrawn', 'sentBack', 'median', 'ninetieth', 'ownMedian', 'ownNinetieth'],
        ...['overdue', 'mails'],
      ],
      templates: LOCALES,
      doubts: ['past', 'longer', 'passport', 'name', 'same'],
    }).flatMap(([group, names]) => names.map((name) => `web.${group}.${name}`)),
  ],
};

/** A key of a namespace, and whether it may be missing. */
export interface BuiltKey {
  key: string;
  optional: boolean;
}

/** Returns all built keys of a namespace. */
export function builtKeys(namespace: Namespace): BuiltKey[] {
  return (BUILT[namespace] ?? []).flatMap((pattern) => {
    const optional = pattern.endsWith('?');
    return expand(optional ? pattern.slice(0, -1) : pattern).map((key) => ({ key, optional }));
  });
}

function expand(pattern: string): string[] {
  const hole = /\{(\w+)\}/.exec(pattern);
  if (!hole) return [pattern];
  const values = VALUES[hole[1] ?? ''];
  if (!values) throw new Error(`Nothing is known to stand in ${hole[0]}`);
  return values.flatMap((value) => expand(pattern.replace(hole[0], value)));
}
