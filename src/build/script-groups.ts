/** Which scripts pages share: a page loads every group of which it needs at least one module (docs/decisions/scripts.md). */
import type { CodeSplittingGroup as ScriptGroup } from 'rolldown';

interface Members {
  name: string;
  /** Modules by the start of their path below `src`. */
  paths: readonly string[];
  except?: readonly string[];
  packages?: readonly string[];
  /** How many pages at least share a module. */
  minShareCount: number;
  /** Only what a page imports statically; false to include what it loads later. */
  initial?: boolean;
}

/** Calls of the API, which a part of the form does not need. */
const CALLS = [
  'domain/account/',
  'domain/api/endpoint',
  'domain/api/refusal-codes',
  'domain/api/parcels',
  'domain/api/request',
  'domain/api/status-codes',
  'stores/api/client',
  'stores/api/request',
  'stores/api/session-token',
  'stores/browser/persistent-text',
];

/** Fields together, and the steps: pages of the account need neither. */
const RULES = [
  'domain/application/check-application',
  'domain/application/fit-form',
  'domain/application/form.',
  'domain/application/steps',
];

/** Code that puts an application into words, which a part of the form does not need. */
const ANSWERS = [
  'domain/application/stages',
  'domain/application/status.',
  'domain/application/working-days',
  'domain/input/shown-email',
  'domain/reference/districts',
];

/** Sessions and records: pages of the form need neither. */
const RECORD = ['domain/application/record', 'stores/account/', 'stores/api/account-calls'];

/** Steps of a password reset, and new passwords: signing in needs neither. */
const RESET = ['islands/auth/Reset', 'stores/account/reset'];
const NEW_PASSWORD = ['domain/account/plain-password', 'islands/auth/NewPasswordField', 'stores/password-rule'];

/** Signing in loads no records until someone has signed in. */
const SIGN_IN = ['islands/auth/', 'stores/account/form', 'stores/account/sign-in'];

const ACCOUNT = ['islands/profile/', 'islands/ui/Timeline', 'islands/ui/use-paper'];

/** What the pages of an application share, and the company's page does not need. */
const WIZARD = [
  'domain/application/steps',
  'islands/wizard/',
  'stores/application/draft-',
  'stores/application/draft.',
  'stores/application/outgoing',
];

/** What pages with answers that are stored on the device share, with or without a form. */
const DRAFT = [
  ...RULES,
  'domain/parcel/company-parts',
  'domain/passport/holders',
  'stores/application/',
  'stores/device/',
  'islands/fields/LazyDatabaseNotice',
  'islands/fields/SaveState',
  'islands/fields/country-names',
  'islands/fields/field-texts',
  'islands/fields/form/early-typing',
  'islands/fields/passport/lazy-passport',
  'islands/fields/passport/open-questions',
  'islands/fields/use-preview',
  'islands/ui/ChoiceFields',
];

/** What the photo of a passport shows beside the fields: pages without a form need it later, if at all. */
const PHOTO = ['domain/passport/photo-marks', 'domain/passport/reading', 'stores/application/scan-result'];

/** The page of a photo's link accepts a file without a form. */
const CHOSEN_FILE = ['stores/application/picked-file'];

const MEMBERS: readonly Members[] = [
  {
    name: 'shared',
    paths: [
      'domain/',
      'stores/api/',
      'stores/application/submitted',
      'stores/browser/',
      'stores/device/storage',
      'stores/page-text',
    ],
    except: [
      ...CALLS,
      ...RULES,
      ...ANSWERS,
      ...RECORD,
      'domain/application/answers',
      'domain/application/asked-fields',
      'domain/application/field-names',
      'domain/application/visa',
      'domain/parcel/',
      'domain/passport/holders',
      ...PHOTO,
      'stores/api/refusal-text',
      'stores/api/upload',
      'stores/browser/copy-text',
      'stores/browser/link-key',
    ],
    packages: ['nanostores'],
    minShareCount: 5,
  },
  { name: 'calls', paths: CALLS, except: NEW_PASSWORD, minShareCount: 5 },
  // Shared by the account, and by pages that load nothing else of it.
  { name: 'field-names', paths: ['domain/application/field-names'], minShareCount: 2, initial: false },
  { name: 'answers', paths: ANSWERS, packages: ['punycode.js'], minShareCount: 5 },
  { name: 'record', paths: RECORD, except: [...SIGN_IN, ...RESET], minShareCount: 5 },
  {
    name: 'island',
    paths: ['islands/ui/', 'islands/fields/early-controls'],
    except: [
      'islands/ui/typed-text',
      'islands/ui/ChoiceFields',
      'islands/ui/Dialog',
      'islands/ui/PasswordField',
      'islands/ui/SummaryList',
      'islands/ui/Texts',
    ],
    packages: ['@astrojs/react', '@nanostores'],
    minShareCount: 5,
  },
  // Not those of a part.
  { name: 'texts', paths: ['islands/ui/Texts'], minShareCount: 2 },
  // Shared by the page of a visa and the account.
  { name: 'visa', paths: ['domain/application/visa'], minShareCount: 2, initial: false },
  // Shared by the pages of the account, the review page and the company's page; the last two load no account.
  { name: 'views', paths: ['islands/ui/ViewHeading'], minShareCount: 2 },
  { name: 'password', paths: ['islands/ui/PasswordField'], minShareCount: 2 },
  {
    name: 'refusal',
    paths: ['islands/fields/RefusalNotice', 'stores/api/refusal-text'],
    minShareCount: 2,
    initial: false,
  },
  { name: 'auth', paths: SIGN_IN, except: [...RESET, ...NEW_PASSWORD], minShareCount: 2 },
  { name: 'new-password', paths: NEW_PASSWORD, minShareCount: 2 },
  { name: 'reset', paths: RESET, minShareCount: 2 },
  { name: 'account', paths: ACCOUNT, minShareCount: 2, initial: false },
  { name: 'choose-file', paths: CHOSEN_FILE, minShareCount: 2 },
  {
    name: 'draft',
    paths: DRAFT,
    // Only other pages need these.
    except: [
      'stores/application/choose-file',
      'stores/application/file-worker',
      'stores/application/rejected-fields',
      'stores/device/detected-types',
      ...WIZARD,
      ...PHOTO,
    ],
    minShareCount: 2,
  },
  {
    name: 'wizard',
    paths: WIZARD,
    // Only some of these pages need it.
    except: [
      'islands/wizard/draft-links',
      'islands/wizard/SavedDraft',
      'islands/wizard/SendProgress',
      'stores/application/draft-packing',
    ],
    minShareCount: 2,
  },
  {
    name: 'form',
    paths: ['islands/fields/', 'islands/parcel/PhoneTool', ...PHOTO],
    except: [
      'islands/fields/answer-rows',
      'islands/fields/PartGroup',
      'islands/fields/RefusalNotice',
      'islands/fields/passport/LazyReview',
    ],
    minShareCount: 2,
  },
  { name: 'answer-texts', paths: ['domain/application/answers'], minShareCount: 1, initial: false },
];

/** Every path above; a test checks that each still has a module. */
export const GROUPED_PATHS = MEMBERS.flatMap(({ paths, except = [] }) => [...paths, ...except]);

/** Each module belongs to the first group that lists it, together with all that it imports; the bundler splits the rest. */
export const SCRIPT_GROUPS: readonly ScriptGroup[] = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\// },
  { name: 'router', test: /ClientRouter|astro\/(?:dist\/transitions|virtual-modules)\/|astro:transitions/ },
  // Shared by all pages, with or without islands.
  {
    name: 'page',
    test: /src\/(?:domain\/(?:i18n\/(?:locales|paths)|input\/uzbekistan|api\/timeout))|vite\/preload-helper/,
  },
  // Shared by the page of a visa, which has no islands, and the account.
  { name: 'print', test: /src\/(?:stores\/browser\/print-name|islands\/ui\/print-page)/ },
  ...MEMBERS.map(groupOf),
];

function groupOf({ name, paths, except = [], packages = [], minShareCount, initial = true }: Members): ScriptGroup {
  const test = (id: string) => {
    if (id.includes('/node_modules/')) return packages.some((name) => id.includes(`/node_modules/${name}/`));
    const path = id.slice(id.lastIndexOf('/src/') + '/src/'.length);
    const startsWith = (start: string) => path.startsWith(start);
    return id.includes('/src/') && paths.some(startsWith) && !except.some(startsWith);
  };
  return { name, test, minShareCount, ...(initial && { tags: ['$initial'] }) };
}
