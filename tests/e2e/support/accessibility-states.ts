/**
 * The table of the portal's pages and their states, for all tests that cover every page. A new page or state needs a row
 * here.
 */

import { INFORMATION_PAGES } from '../../../src/content/collections.ts';
import { PARTS, type Part } from '../../../src/domain/application/fields.ts';
import { emptyForm } from '../../../src/domain/application/form.ts';
import { answeredParts, documentsRoute, partRoute } from '../../../src/domain/application/steps.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../src/domain/application/types.ts';
import type { Locale, Namespace } from '../../../src/domain/i18n/locales.ts';
import { TYPES_WITH_COMPANY } from '../../../src/domain/parcel/company-parts.ts';
import type { EndedIndex } from '../../../src/domain/parcel/contents.ts';
import { sheetRoute } from '../../../src/domain/parcel/link-address.ts';
import { type Account, changeRows, createAccount, openBlank, setOwnNetwork, signInByCall } from './account.ts';
import { alertOf, changeLink, mainOf, openMenu, saveChangedPart, sendButton, sharedAccount } from './account-page.ts';
import { PASSWORD as APPLICANT_PASSWORD, APPLICANTS } from './applicants.ts';
import { apply } from './apply.ts';
import { fillControl, fixture } from './fill.ts';
import { setTouchScreen } from './fingers.ts';
import { containing, errorSummary, liveText, partTitle, preview, saveButton } from './form.ts';
import { readReference } from './journey.ts';
import { storeFinishedDraft } from './kept-draft.ts';
import { words } from './locale-words.ts';
import { askPhone, chooseOnPhone, openOffer, refuseStoring, writeOver } from './parcel.ts';
import { confirmButton, fillInButton } from './passport-photo.ts';
import { expect, open, type Page, type Storage } from './portal.ts';
import { openPublic } from './public-page.ts';
import { typePassword } from './sending.ts';
import { issueVisa } from './visas.ts';

/** Where and in which language a state is shown. */
export interface Visit {
  page: Page;
  locale: Locale;
  storage: Storage;
  baseURL: string;
}

export interface PageState {
  /** The page without its language, like its file below `src/pages/[locale]`. */
  route: string;
  state: string;
  /** Exists only on a screen as narrow as a phone's. */
  small?: true;
  /** Opens the page and waits until it is in this state. */
  show: (visit: Visit) => Promise<unknown>;
}

type Show = PageState['show'];

const say = ({ locale }: Visit, namespace: Namespace, path: string) => words(locale, namespace, path);

/** Returns the rows of one page. */
const page = (route: string, states: Record<string, Show>): PageState[] =>
  Object.entries(states).map(([state, show]) => ({ route, state, show }));

/** Replaces the portal's responses by the given one. */
const refuse = ({ page }: Visit, path: string) =>
  page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
/** Leaves the portal's calls without a response. */
const hold = ({ page }: Visit, path: string) => page.route(`**/api/v1/${path}`, () => {});

const opened =
  (route: string): Show =>
  ({ page, locale }) =>
    openPublic(page, locale, route);
/** A public page on a device with a draft, which the page offers to continue. */
const withDraft =
  (route: string): Show =>
  async (visit) => {
    const { page, locale } = visit;
    await storeFinishedDraft(page, APPLICANTS.specialist('kept@example.org'));
    await openPublic(page, locale, route);
    await expect(
      mainOf(page)
        .getByRole('link', { name: say(visit, 'home', 'draft.goOn') })
        .first(),
    ).toBeVisible();
  };
const withMenu = (route: string): PageState => ({
  route: route || '/',
  state: 'menu',
  small: true,
  show: async (visit) => {
    await openPublic(visit.page, visit.locale, route);
    await visit.page.getByRole('button', { name: say(visit, 'home', 'nav.open') }).click();
    await expect(visit.page.getByRole('dialog', { name: say(visit, 'home', 'nav.menu') })).toBeVisible();
  },
});

/* Checking a visa. */

const visaPage =
  (heading: string, prepare: (visit: Visit) => unknown = () => {}, code = 'AAAAAAAAAAAAAAAA'): Show =>
  async (visit) => {
    await prepare(visit);
    await visit.page.goto(`/${visit.locale}/employee-visa/${code}`);
    const notice = mainOf(visit.page).getByText(say(visit, 'employee', heading), { exact: true });
    await expect(notice.filter({ visible: true })).toBeVisible();
  };
const issued =
  (state: string, from: string, to: string, status?: string): Show =>
  (visit) =>
    visaPage(`state.${state}`, () => {}, issueVisa(visit.storage, { from, to, ...(status && { status }) }))(visit);

/* Signing in, and a forgotten password. */

/** Opens a page of the reset in the middle of one. */
async function openReset({ page, locale }: Visit, route: string, done = false): Promise<void> {
  await openBlank(page);
  await page.evaluate((reset) => sessionStorage.setItem('passwordReset', JSON.stringify(reset)), {
    step: done ? 0 : 2,
    email: 'olga@example.org',
    code: '123456',
    done,
  });
  await open(page, locale, route);
}

/** States of a page with a form: opened, with errors, sending, and refused. */
function formPage(route: string, button: string, typed: Record<string, string>, show: Show): PageState[] {
  const send = async (visit: Visit, values: Record<string, string>) => {
    await setOwnNetwork(visit.page);
    await show(visit);
    const press = sendButton(visit.page, say(visit, 'auth', button));
    await expect(press).toBeVisible();
    for (const [name, value] of Object.entries(values)) await fillControl(visit.page, name, value);
    return press;
  };
  return page(route, {
    empty: (visit) => send(visit, {}),
    errors: async (visit) => {
      await (await send(visit, {})).click();
      await expect(errorSummary(visit.page, visit.locale)).toBeVisible();
    },
    loading: async (visit) => {
      const press = await send(visit, typed);
      await hold(visit, '**');
      await press.click();
      await expect(mainOf(visit.page).locator('[aria-disabled=true]')).toBeVisible();
    },
    failed: async (visit) => {
      const press = await send(visit, typed);
      await refuse(visit, '**');
      await press.click();
      await expect(alertOf(visit.page)).toBeVisible();
    },
  });
}

const PASSWORD = { password: 'seven quiet blue domes' };
const startFirst =
  (route: string): Show =>
  async (visit) => {
    await open(visit.page, visit.locale, route);
    await expect(mainOf(visit.page)).toContainText(say(visit, 'auth', 'reset.startText'));
  };
/** States of a page that a mail links to. @param call made by its button */
const mailedLink = (route: string, words: string, call: string): PageState[] =>
  page(route, {
    'no token': async (visit) => {
      await open(visit.page, visit.locale, route);
      await expect(mainOf(visit.page)).toContainText(say(visit, 'auth', `${words}.missingTitle`));
    },
    expired: async (visit) => {
      await setOwnNetwork(visit.page);
      await open(visit.page, visit.locale, `${route}#used`);
      await sendButton(visit.page, say(visit, 'auth', `${words}.submit`)).click();
      await expect(mainOf(visit.page)).toContainText(say(visit, 'auth', `${words}.expiredTitle`));
    },
    success: async (visit) => {
      await visit.page.route(`**/api/v1/${call}`, (route) => route.fulfill({ json: { status: 'ok' } }));
      await open(visit.page, visit.locale, `${route}#token`);
      await sendButton(visit.page, say(visit, 'auth', `${words}.submit`)).click();
      await expect(mainOf(visit.page)).toContainText(say(visit, 'auth', `${words}.doneTitle`));
    },
  });

const auth: PageState[] = [
  ...page('/auth', { opened: opened('/auth'), 'draft offered': withDraft('/auth') }),
  ...page('/auth/login', { 'draft offered': withDraft('/auth/login') }),
  ...formPage('/auth/login', 'login.submit', { email: 'olga@example.org', ...PASSWORD }, (visit) =>
    open(visit.page, visit.locale, '/auth/login'),
  ),
  ...formPage('/auth/reset/password', 'reset.email.submit', { email: 'olga@example.org' }, (visit) =>
    open(visit.page, visit.locale, '/auth/reset/password'),
  ),
  ...formPage('/auth/gmail/verify', 'reset.code.submit', { code: '123456' }, (visit) =>
    openReset(visit, '/auth/gmail/verify'),
  ),
  ...formPage('/auth/new/password', 'reset.password.submit', PASSWORD, (visit) =>
    openReset(visit, '/auth/new/password'),
  ),
  ...['/auth/gmail/verify', '/auth/new/password', '/auth/change/password/success'].flatMap((route) =>
    page(route, { 'not yet': startFirst(route) }),
  ),
  ...mailedLink('/auth/restore/email', 'restore', 'restore-email'),
  ...mailedLink('/auth/confirm/email', 'confirm', 'confirm-email'),
  ...page('/auth/change/password/success', {
    success: async (visit) => {
      await openReset(visit, '/auth/change/password/success', true);
      await expect(mainOf(visit.page)).toContainText(say(visit, 'auth', 'reset.done.title'));
    },
  }),
];

/* Applying. */

/** Opens a page with a finished draft, by default of a specialist, and waits until the form shows it. */
async function openForm(visit: Visit, type: ApplicationType, route: string, change: Record<string, unknown> = {}) {
  await storeFinishedDraft(visit.page, APPLICANTS[type](`${type}@example.org`), change);
  await open(visit.page, visit.locale, route);
}

async function openNew(visit: Visit, part: Part = 'passport'): Promise<void> {
  await open(visit.page, visit.locale, `${partRoute(part, 'specialist')}?type=specialist`);
  await expect(saveButton(visit.page, visit.locale)).toBeVisible();
}

async function openFilled(visit: Visit, part: Part, type: ApplicationType = 'specialist'): Promise<void> {
  await openForm(visit, type, partRoute(part, type));
  await expect(saveButton(visit.page, visit.locale)).toBeVisible();
}

const overview: PageState[] = page('/application', {
  empty: async (visit) => {
    await open(visit.page, visit.locale, '/application');
    await expect(
      visit.page.getByRole('radiogroup', { name: say(visit, 'application', 'type.question') }),
    ).toBeVisible();
  },
  filled: async (visit) => {
    await openForm(visit, 'specialist', '/application');
    await expect(visit.page.getByText(say(visit, 'application', 'overview.ready'))).toBeVisible();
  },
  'filled in part': async (visit) => {
    // One part has an error that occurred later, and others are unfinished.
    const saved = ['passport', 'name', 'employer'] satisfies Part[];
    const step2Data = emptyForm('specialist', { step: 2 });
    await openForm(visit, 'specialist', '/application', { stepStatus: 2, saved, step2Data });
    await expect(visit.page.getByText(say(visit, 'application', 'states.attention'), { exact: true })).toBeVisible();
  },
  dialog: async (visit) => {
    await openForm(visit, 'specialist', '/application');
    await visit.page.getByRole('button', { name: say(visit, 'application', 'draft.delete') }).click();
    await expect(visit.page.getByRole('dialog')).toBeVisible();
  },
  'in another tab': async (visit) => {
    await openNew(visit);
    await fillControl(visit.page, 'passport_number', 'EA1234567');
    const other = await visit.page.context().newPage();
    await open(other, visit.locale, '/application');
    await expect(other.getByText(say(visit, 'application', 'draft.elsewhere.title'))).toBeVisible();
    await visit.page.bringToFront();
    await other.getByRole('button', { name: say(visit, 'application', 'draft.elsewhere.action') }).click();
    await expect(visit.page.getByText(say(visit, 'application', 'draft.elsewhere.title'))).toBeVisible();
  },
});

/** Every part of every type as it opens with a draft, those of step 1 once. */
const filledParts: PageState[] = APPLICATION_TYPES.flatMap((type) =>
  answeredParts(type)
    .filter((part) => type === 'specialist' || PARTS[part].step === 2)
    .flatMap((part) => page(partRoute(part, type), { filled: (visit) => openFilled(visit, part, type) })),
);

/** An empty part of a specialist, and its errors when it is saved. */
const emptyPart = (part: Part): PageState[] =>
  page(partRoute(part, 'specialist'), {
    empty: (visit) => openNew(visit, part),
    errors: async (visit) => {
      await openNew(visit, part);
      await saveButton(visit.page, visit.locale).click();
      await expect(errorSummary(visit.page, visit.locale)).toBeVisible();
    },
  });

/** The parts with a passport, and how each is brought to its question for the scan. */
const PASSPORT_PARTS: [string, (page: Page) => Promise<unknown>][] = [
  ['/application/passport', async () => {}],
  ['/application/specialist/family', (page) => fillControl(page, 'relatives_check', 'yes')],
];

const parts: PageState[] = [
  ...filledParts,
  ...(['passport', 'stay', 'petitioner'] as const).flatMap(emptyPart),
  ...PASSPORT_PARTS.flatMap(([route, prepare]) =>
    page(route, {
      'on a touch screen': async (visit) => {
        await setTouchScreen(visit.page);
        await open(visit.page, visit.locale, `${route}?type=specialist`);
        await prepare(visit.page);
        await expect(mainOf(visit.page).getByText(say(visit, 'forms', 'scan.camera'))).toBeVisible();
      },
    }),
  ),
  ...page('/application/passport', {
    'filled in from a photo': async (visit) => {
      await openNew(visit);
      await fillControl(visit.page, 'passport_number', 'EA1234567');
      await fillControl(visit.page, 'file4', 'passport-photo.jpg');
      await expect(preview(visit.page)).toBeVisible();
      await fillInButton(visit.page, visit.locale).click();
      await expect(visit.page.getByRole('dialog')).toBeVisible();
      await visit.page.keyboard.press('Escape');
      await expect(confirmButton(visit.page, visit.locale)).toBeVisible();
    },
    'not saved': async (visit) => {
      await visit.page.addInitScript(() => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('No space', 'QuotaExceededError');
        };
      });
      await openNew(visit);
      await fillControl(visit.page, 'passport_number', 'EA1234567');
      await expect(liveText(visit.page, say(visit, 'application', 'draft.failed'))).toBeVisible();
    },
  }),
  ...page('/application/contact', {
    loading: async (visit) => {
      await hold(visit, 'check-email');
      await openFilled(visit, 'contact');
      await saveButton(visit.page, visit.locale).click();
      await expect(mainOf(visit.page).locator('[aria-disabled=true]')).toBeVisible();
    },
    failed: async (visit) => {
      await refuse(visit, 'check-email');
      await openFilled(visit, 'contact');
      await saveButton(visit.page, visit.locale).click();
      await expect(visit.page.getByText(say(visit, 'application', 'email.unchecked'))).toBeVisible();
    },
  }),
  ...page('/application/photo', {
    dialog: async (visit) => {
      await openNew(visit, 'photo');
      await fillControl(visit.page, 'file5', 'passport.png');
      await expect(visit.page.getByRole('dialog').getByRole('application')).toBeVisible();
      await expect(visit.page.getByRole('dialog').getByRole('slider')).toBeVisible();
    },
  }),
  ...page('/application/specialist/family', {
    'open item': async (visit) => {
      await openFilled(visit, 'family');
      const edit = visit.page.getByRole('button', { name: containing(say(visit, 'forms', 'lists.edit')) });
      await edit.first().click();
      await expect(visit.page.locator('[name="formatted_relatives.0.name"]')).toBeVisible();
    },
  }),
  ...page('/application/founder', {
    'of another type': async (visit) => {
      await openForm(visit, 'investor', '/application/founder');
      const type = (name: string) => say(visit, 'application', `types.${name}.title`);
      const change = words(visit.locale, 'application', 'obstacles.other_type.change', { asked: type('founder') });
      await expect(visit.page.getByRole('button', { name: change })).toBeVisible();
    },
  }),
];

/** Opens the review page, by default of a specialist. @returns the send button */
async function openCheck(visit: Visit, type: ApplicationType = 'specialist', change: Record<string, unknown> = {}) {
  await setOwnNetwork(visit.page);
  await openForm(visit, type, partRoute('check', type), change);
  const send = visit.page.getByRole('button', { name: say(visit, 'application', 'send.submit') });
  await expect(send).toBeVisible();
  return send;
}

async function sendFromCheck(visit: Visit): Promise<void> {
  const send = await openCheck(visit);
  await typePassword(visit.page);
  await send.click();
}

const check: PageState[] = [
  ...APPLICATION_TYPES.flatMap((type) => page(partRoute('check', type), { filled: (visit) => openCheck(visit, type) })),
  ...page(partRoute('check', 'specialist'), {
    'filled in part': async (visit) => {
      await openCheck(visit, 'specialist', { stepStatus: 1, saved: answeredParts(null) });
      const notice = visit.page.getByRole('region', { name: say(visit, 'application', 'review.unfinished') });
      await expect(notice).toBeVisible();
    },
    errors: async (visit) => {
      const send = await openCheck(visit, 'specialist', { step2Data: emptyForm('specialist', { step: 2 }) });
      await send.click();
      await expect(visit.page.locator('[name=read_check]')).toHaveAttribute('aria-invalid', 'true');
      // Of the answers, and of what the button needs.
      await expect(errorSummary(visit.page, visit.locale)).toHaveCount(2);
    },
    sending: async (visit) => {
      await hold(visit, 'specialists-visa');
      await sendFromCheck(visit);
      await expect(
        visit.page.getByRole('progressbar', { name: say(visit, 'application', 'send.progress') }),
      ).toBeVisible();
    },
    failed: async (visit) => {
      await visit.page.route('**/api/v1/**', (call) =>
        call.fulfill({ status: 413, json: { code: 'too_large', message: 'x', request_id: 'r' } }),
      );
      await sendFromCheck(visit);
      await expect(alertOf(visit.page)).toBeVisible();
    },
  }),
];

const submitted: PageState[] = page('/success/application', {
  empty: opened('/success/application'),
  success: async (at) => {
    await setOwnNetwork(at.page);
    await storeFinishedDraft(at.page, APPLICANTS.founder(`sent.${Date.now()}.${Math.random()}@example.org`));
    await open(at.page, at.locale, partRoute('check', 'founder'));
    await typePassword(at.page);
    await at.page.getByRole('button', { name: say(at, 'application', 'send.submit') }).click();
    await readReference(at.page, at.locale);
    await expect(at.page.getByRole('heading', { name: say(at, 'application', 'success.copy.title') })).toBeVisible();
  },
});

/* What goes by a link. */

/** Creates the link of an offer on the overview with a finished draft. */
async function madeLink(visit: Visit, offer: string): Promise<string> {
  await setOwnNetwork(visit.page);
  await openForm(visit, 'specialist', '/application');
  await openOffer(visit.page, visit.locale, offer === 'draft.send.start' ? 'draft.send' : 'company.ask');
  await visit.page.getByRole('button', { name: say(visit, 'parcel', offer), exact: true }).click();
  return visit.page.getByRole('textbox', { name: say(visit, 'parcel', 'common.link') }).inputValue();
}

const expectText = (visit: Visit, key: string) =>
  expect(mainOf(visit.page).getByText(say(visit, 'parcel', key), { exact: true })).toBeVisible();

/** States that the pages of all links have. */
const linkPage = (route: string, side: string, offer: string): PageState[] =>
  page(route, {
    empty: async (visit) => {
      await open(visit.page, visit.locale, route);
      await expectText(visit, `${side}.noLink.title`);
    },
    failed: async (visit) => {
      const link = await madeLink(visit, offer);
      await refuse(visit, 'parcels/**');
      await visit.page.goto(link);
      await expectText(visit, `${side}.failed.title`);
    },
  });

/** Opens a photo link like a phone; the asking page stays open. */
async function openPhoto(visit: Visit): Promise<void> {
  await setOwnNetwork(visit.page);
  const asking = await visit.page.context().newPage();
  await setOwnNetwork(asking);
  await openForm({ ...visit, page: asking }, 'specialist', partRoute('photo', 'specialist'));
  await visit.page.goto(await askPhone(asking, visit.locale));
  await visit.page.bringToFront();
}

async function choosePhoto(visit: Visit, file: Parameters<typeof chooseOnPhone>[2]): Promise<void> {
  await openPhoto(visit);
  await chooseOnPhone(visit.page, visit.locale, file);
}

const parcels: PageState[] = [
  ...page('/application', {
    'link of a draft': (visit) => madeLink(visit, 'draft.send.start'),
    'link of a company': (visit) => madeLink(visit, 'company.ask.start'),
    'link of a company that is not kept': async (visit) => {
      await setOwnNetwork(visit.page);
      await openForm(visit, 'specialist', '/application');
      await openOffer(visit.page, visit.locale, 'company.ask');
      const start = visit.page.getByRole('button', { name: say(visit, 'parcel', 'company.ask.start') });
      await expect(start).toBeVisible();
      await refuseStoring(visit.page);
      await start.click();
      await expectText(visit, 'company.ask.saveFailed.title');
    },
    'link of a company that was taken over elsewhere': async (visit) => {
      const link = await madeLink(visit, 'company.ask.start');
      await writeOver(visit.page, link, {
        state: 'ended',
        end: 'taken',
        blobs: [],
      } satisfies EndedIndex);
      await expectText(visit, 'company.ask.takenElsewhere.title');
    },
    'unreadable answers of a company': async (visit) => {
      await writeOver(visit.page, await madeLink(visit, 'company.ask.start'), { kind: 'company', state: 'later' });
      await expectText(visit, 'company.ask.unreadable');
    },
  }),
  ...linkPage('/parcel/draft', 'draft.receive', 'draft.send.start'),
  ...page('/parcel/draft', {
    filled: async (visit) => {
      await visit.page.goto(await madeLink(visit, 'draft.send.start'));
      await expectText(visit, 'draft.receive.replaces');
    },
    success: async (visit) => {
      await visit.page.goto(await madeLink(visit, 'draft.send.start'));
      await visit.page.getByRole('button', { name: say(visit, 'parcel', 'draft.receive.replace') }).click();
      await expectText(visit, 'draft.receive.arrived.title');
    },
  }),
  ...page(partRoute('photo', 'specialist'), {
    'makes a link for a phone': async (visit) => {
      await openForm(visit, 'specialist', partRoute('photo', 'specialist'));
      await hold(visit, 'parcels/*');
      await visit.page
        .getByRole('button', { name: say(visit, 'forms', 'file.phone') })
        .first()
        .click();
      await expect(
        visit.page.getByRole('button', { name: say(visit, 'forms', 'file.phoneCancel'), exact: true }),
      ).toBeVisible();
      await expect(mainOf(visit.page).getByText(say(visit, 'parcel', 'photo.ask.making'))).toBeVisible();
    },
    'waits for a phone': async (visit) => {
      await setOwnNetwork(visit.page);
      await openForm(visit, 'specialist', partRoute('photo', 'specialist'));
      await askPhone(visit.page, visit.locale);
    },
  }),
  ...page('/parcel/photo', {
    empty: async (visit) => {
      await visit.page.goto(`/${visit.locale}/parcel/photo`);
      await expectText(visit, 'photo.send.noLink.title');
    },
    failed: async (visit) => {
      await refuse(visit, 'parcels/**');
      await openPhoto(visit);
      await expectText(visit, 'photo.send.failed.title');
    },
    filled: (visit) => openPhoto(visit).then(() => expectText(visit, 'photo.send.warning')),
    errors: async (visit) => {
      const file = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no paper at all') };
      await choosePhoto(visit, file);
      await expect(visit.page.getByText(say(visit, 'forms', 'errorsAt.file_type.file5'))).toBeVisible();
    },
    'chosen picture': async (visit) => {
      await choosePhoto(visit, fixture('photo.jpg'));
      await expectText(visit, 'photo.send.look');
    },
    success: async (visit) => {
      await choosePhoto(visit, fixture('photo.jpg'));
      await visit.page.getByRole('button', { name: say(visit, 'parcel', 'photo.send.send'), exact: true }).click();
      await expectText(visit, 'photo.send.taken.title');
    },
  }),
  ...linkPage('/parcel/company', 'company.answer', 'company.ask.start'),
  ...page('/parcel/company', {
    filled: async (visit) => {
      await visit.page.goto(await madeLink(visit, 'company.ask.start'));
      await expect(visit.page.getByRole('button', { name: say(visit, 'parcel', 'company.answer.send') })).toBeVisible();
    },
    'open part': async (visit) => {
      await visit.page.goto(await madeLink(visit, 'company.ask.start'));
      await visit.page
        .getByRole('link', { name: partTitle('employer', visit.locale) })
        .first()
        .click();
      const save = visit.page.getByRole('button', { name: say(visit, 'parcel', 'company.answer.save') });
      await expect(save).toBeVisible();
    },
    success: async (visit) => {
      await visit.page.goto(await madeLink(visit, 'company.ask.start'));
      await visit.page.getByRole('button', { name: say(visit, 'parcel', 'company.answer.send') }).click();
      await expectText(visit, 'company.answer.sent.title');
    },
  }),
];

/* The account. */

const FOUNDER = '/profile/application/founder';

/** Signs in to a new account without opening its pages. */
async function ownAccount({ page, locale }: Visit): Promise<Account> {
  await setOwnNetwork(page);
  const account = await createAccount(page, locale);
  await signInByCall(page, account);
  return account;
}

/** Signs in to the account shared by all states that do not change it, since creating one takes a while. */
async function readOnlyAccount({ page }: Visit): Promise<Account> {
  await setOwnNetwork(page);
  const account = await sharedAccount(page);
  await signInByCall(page, account);
  return account;
}

/** Gives an application a status like the desk. */
function putStatus({ storage }: Visit, { id }: Account, status: string): void {
  const history = `INSERT INTO status_history (applicant_id, position, status, note, created_at)
    SELECT applicant_id, COUNT(*), ?, 'Example', ? FROM status_history WHERE applicant_id = ?`;
  changeRows(storage, history, status, Date.now(), id);
  changeRows(storage, 'UPDATE applicants SET status = ? WHERE id = ?', status, id);
}

const stage = (visit: Visit, status: string) =>
  expect(
    mainOf(visit.page)
      .getByText(say(visit, 'auth', `stages.${status}.title`))
      .first(),
  ).toBeVisible();

/** Common states of the pages that show the application. */
function recordPage(route: string, part: (visit: Visit) => Promise<unknown>): PageState[] {
  return page(route, {
    filled: async (visit) => {
      await readOnlyAccount(visit);
      await open(visit.page, visit.locale, route);
      await part(visit);
    },
    loading: async (visit) => {
      await readOnlyAccount(visit);
      await hold(visit, 'user');
      await open(visit.page, visit.locale, route);
      await expect(mainOf(visit.page).getByText(say(visit, 'auth', 'data.loading'))).toBeVisible();
    },
    failed: async (visit) => {
      await readOnlyAccount(visit);
      await refuse(visit, 'user');
      await open(visit.page, visit.locale, route);
      await expect(mainOf(visit.page).getByText(say(visit, 'auth', 'data.failedTitle'))).toBeVisible();
    },
  });
}

function addVisa({ storage }: Visit, { id }: Account, from: string, to: string): void {
  const sql = 'INSERT INTO visas (code, applicant_id, valid_from, valid_to, issued_at) VALUES (?, ?, ?, ?, 0)';
  changeRows(storage, sql, crypto.randomUUID().replaceAll('-', '').slice(0, 16), id, from, to);
}

/** Stages on the two pages that show an application's status. */
function stagePage(route: string, empty: string): PageState[] {
  const at =
    (status: string, more: (visit: Visit, account: Account) => void = () => {}): Show =>
    async (visit) => {
      const account = await ownAccount(visit);
      putStatus(visit, account, status);
      more(visit, account);
      await open(visit.page, visit.locale, route);
      await stage(visit, status);
    };
  return [
    ...recordPage(route, (visit) => stage(visit, 'submitted')),
    ...page(route, {
      empty: async (visit) => {
        const { id } = await ownAccount(visit);
        changeRows(visit.storage, 'DELETE FROM status_history WHERE applicant_id = ?', id);
        await open(visit.page, visit.locale, route);
        await expect(mainOf(visit.page).getByText(say(visit, 'auth', empty))).toBeVisible();
      },
      'changes requested': at('changes_requested'),
      rejected: at('rejected'),
      withdrawn: at('withdrawn'),
      'visa revoked': at('visa_revoked'),
      'visa issued': at('visa_issued', (visit, account) => addVisa(visit, account, '2026-01-05', '2099-01-04')),
    }),
  ];
}

/** Opens the form that changes an application. */
async function openChanges(visit: Visit): Promise<void> {
  await ownAccount(visit);
  await open(visit.page, visit.locale, `${FOUNDER}#change`);
  await expect(sendButton(visit.page, say(visit, 'auth', 'person.change.submit'))).toBeVisible();
}

/** Opens a part of that form, and saves it with another surname. */
async function savePart(visit: Visit, surname: string): Promise<void> {
  await openChanges(visit);
  await changeLink(visit.page, 'name', visit.locale).click();
  await fillControl(visit.page, 'surname', surname);
  await saveChangedPart(visit.page, visit.locale);
}

const showPassport = (visit: Visit) =>
  expect(visit.page.getByRole('region', { name: partTitle('passport', visit.locale) })).toBeVisible();

async function openSecurity(visit: Visit, enter = readOnlyAccount): Promise<Account> {
  const account = await enter(visit);
  await open(visit.page, visit.locale, '/profile/security');
  const here = say(visit, 'auth', 'security.sessions.current');
  await expect(mainOf(visit.page).getByText(here, { exact: true })).toBeVisible();
  return account;
}

const NEXT = PASSWORD.password;
const security: PageState[] = [
  ...formPage(
    '/profile/security',
    'security.password.submit',
    { current_password: 'six loud red domes', new_password: NEXT },
    (visit) => openSecurity(visit),
  ),
  ...page('/profile/security', {
    success: async (visit) => {
      await openSecurity(visit, ownAccount);
      await fillControl(visit.page, 'current_password', APPLICANT_PASSWORD);
      await fillControl(visit.page, 'new_password', NEXT);
      await sendButton(visit.page, say(visit, 'auth', 'security.password.submit')).click();
      await expect(visit.page.getByText(say(visit, 'auth', 'security.password.done'))).toBeVisible();
    },
    dialog: async (visit) => {
      // A second session, as on another device.
      await signInByCall(visit.page, await openSecurity(visit));
      await open(visit.page, visit.locale, '/profile/security');
      await visit.page.getByRole('button', { name: say(visit, 'auth', 'security.sessions.endOthers') }).click();
      const title = say(visit, 'auth', 'security.sessions.confirmTitle');
      await expect(visit.page.getByRole('dialog', { name: title })).toBeVisible();
    },
  }),
];

/** Opens the account's home, and presses a button that asks for confirmation. */
async function openQuestion(visit: Visit, words: string): Promise<void> {
  await open(visit.page, visit.locale, '/profile');
  await mainOf(visit.page)
    .getByRole('button', { name: say(visit, 'auth', `home.${words}.start`) })
    .click();
  await expect(visit.page.getByRole('dialog', { name: say(visit, 'auth', `home.${words}.title`) })).toBeVisible();
}

const profile: PageState[] = [
  ...stagePage('/profile', 'home.emptyTitle'),
  ...stagePage('/profile/status', 'status.emptyTitle'),
  ...recordPage(FOUNDER, showPassport),
  ...page('/profile', {
    menu: async (visit) => {
      await readOnlyAccount(visit);
      await open(visit.page, visit.locale, '/profile');
      await stage(visit, 'submitted');
      await openMenu(visit.page, visit.locale);
    },
    'visa expired': async (visit) => {
      const account = await ownAccount(visit);
      putStatus(visit, account, 'visa_issued');
      addVisa(visit, account, '2020-01-05', '2021-01-04');
      await open(visit.page, visit.locale, '/profile');
      await expect(mainOf(visit.page).getByText(say(visit, 'auth', 'visa.stage.expired'))).toBeVisible();
    },
    'question before a withdrawal': async (visit) => {
      await ownAccount(visit);
      await openQuestion(visit, 'withdraw');
    },
    'question before a deletion': async (visit) => {
      await readOnlyAccount(visit);
      await openQuestion(visit, 'deletion');
    },
    'question before a link': async (visit) => {
      await readOnlyAccount(visit);
      await openQuestion(visit, 'confirmation');
    },
    'deletion asked for': async (visit) => {
      const { id } = await ownAccount(visit);
      changeRows(
        visit.storage,
        'INSERT INTO deletion_requests (applicant_id, id, asked_at) VALUES (?, ?, ?)',
        id,
        id,
        0,
      );
      await openQuestion(visit, 'takeBack');
    },
    'deletion answered': async (visit) => {
      const { id } = await ownAccount(visit);
      const sql =
        'INSERT INTO deletion_requests (applicant_id, id, asked_at, answered_at, answer) VALUES (?, ?, 0, 1, ?)';
      changeRows(visit.storage, sql, id, id, 'Example');
      await open(visit.page, visit.locale, '/profile');
      await expect(mainOf(visit.page).getByText('Example', { exact: true })).toBeVisible();
    },
    dialog: async (visit) => {
      await visit.page.clock.install();
      await readOnlyAccount(visit);
      await open(visit.page, visit.locale, '/profile');
      await stage(visit, 'submitted');
      await visit.page.clock.fastForward('28:30');
      await expect(visit.page.getByRole('dialog', { name: say(visit, 'auth', 'session.warnTitle') })).toBeVisible();
      // From here on the clock runs normally, since animations would not end otherwise.
      await visit.page.clock.resume();
    },
  }),
  ...page(FOUNDER, {
    change: openChanges,
    'change errors': async (visit) => {
      await savePart(visit, '');
      await expect(errorSummary(visit.page, visit.locale)).toBeVisible();
    },
    'change success': async (visit) => {
      await savePart(visit, 'Newname');
      await sendButton(visit.page, say(visit, 'auth', 'person.change.submit')).click();
      await expect(visit.page.getByText(say(visit, 'auth', 'person.change.savedTitle'))).toBeVisible();
    },
  }),
  ...APPLICATION_TYPES.filter((type) => type !== 'founder').flatMap((type) =>
    page(`/profile/application/${type}`, {
      filled: async (visit) => {
        await setOwnNetwork(visit.page);
        await signInByCall(visit.page, await apply(visit.baseURL, visit.locale, type));
        await open(visit.page, visit.locale, `/profile/application/${type}`);
        await showPassport(visit);
      },
      'of another type': async (visit) => {
        await readOnlyAccount(visit);
        await open(visit.page, visit.locale, `/profile/application/${type}`);
        await expect(mainOf(visit.page).getByText(say(visit, 'auth', 'person.otherType'))).toBeVisible();
      },
    }),
  ),
  ...security,
];

/** Every page in every state. */
export const STATES: PageState[] = [
  ...page('/', { opened: opened(''), 'draft offered': withDraft('') }),
  withMenu(''),
  ...page('/type/application', {
    opened: opened('/type/application'),
    'draft offered': withDraft('/type/application'),
  }),
  ...[...APPLICATION_TYPES.map(documentsRoute), ...TYPES_WITH_COMPANY.map(sheetRoute)].flatMap((route) =>
    page(route, { opened: opened(route) }),
  ),
  ...[...INFORMATION_PAGES, 'help/contact', 'help/documents', 'help/who', 'privacy/application'].flatMap((name) =>
    page(`/${name}`, { opened: opened(`/${name}`) }),
  ),
  ...page('/404', { opened: opened('/no-such-page') }),
  ...page('/closed-file', { opened: opened('/closed-file') }),
  ...page('/old-browser', { opened: opened('/old-browser') }),
  ...page('/parcel/broken', { opened: opened('/parcel/broken') }),
  ...page('/employee-visa', {
    opened: opened('/employee-visa'),
    filled: issued('valid', '2026-01-05', '2099-01-04'),
    expired: issued('expired', '2020-01-05', '2021-01-04'),
    future: issued('future', '2098-01-05', '2099-01-04'),
    revoked: issued('revoked', '2026-01-05', '2099-01-04', 'visa_revoked'),
    empty: visaPage('missing.title'),
    loading: visaPage('loading', (visit) => hold(visit, '**')),
    failed: visaPage('failed.title', (visit) => refuse(visit, '**')),
  }),
  ...auth,
  ...overview,
  ...parts,
  ...check,
  ...submitted,
  ...parcels,
  ...profile,
];
