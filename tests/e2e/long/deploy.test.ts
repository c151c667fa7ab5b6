/**
 * A deployment while tabs are open in every state. A real build with other scripts is put in place beside the running portal, and
 * deletes the earlier ones where they are old.
 */
import type { Browser, BrowserContext } from 'playwright/test';
import type { Part } from '../../../src/domain/application/fields.ts';
import { partRoute } from '../../../src/domain/application/steps.ts';
import { createAccount, typeSignIn } from '../support/account.ts';
import { changeLink, mainOf } from '../support/account-page.ts';
import { specialist } from '../support/applicants.ts';
import { finishedDraft } from '../support/device.ts';
import { fillControl } from '../support/fill.ts';
import { box, heading, partLink, partTitle, saveButton } from '../support/form.ts';
import { readReference, startAs } from '../support/journey.ts';
import { storeDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { type OwnPortal, startPortal } from '../support/own-portal.ts';
import { expect, type Page, test, waitForHydration } from '../support/portal.ts';
import { copyProject, type ProjectCopy } from '../support/project-copy.ts';
import { openReview, send, sendButton, typePassword } from '../support/sending.ts';
import { releaseIf } from '../support/stages.ts';

const application = (key: string) => words('en', 'application', key);
const forms = (key: string) => words('en', 'forms', key);

let copy: ProjectCopy;
let portal: OwnPortal;
let origin: string;
const ends: (() => Promise<void> | void)[] = [];

test.beforeAll(async () => {
  copy = copyProject();
  ends.push(copy.remove);
  portal = await startPortal('', copy.root);
  ends.unshift(portal.stop);
  origin = portal.origin;
});
test.afterAll(async () => {
  for (const end of ends) await end();
});

/** Tabs of different applicants, since a draft belongs to one tab of a device. */
async function tabs(browser: Browser) {
  const contexts: BrowserContext[] = [];
  const tab = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: origin });
    contexts.push(context);
    return context.newPage();
  };
  return { tab, close: () => Promise.all(contexts.map((context) => context.close())) };
}

/** Opens a part with a draft, and makes an edit that is not saved yet. */
async function openPart(page: Page, email: string, part: Part, field: string, typed: string): Promise<void> {
  const draft = finishedDraft(specialist(email));
  Object.assign(draft.record, { stepStatus: 2 });
  await storeDraft(page, draft, origin);
  await page.goto(`/en${partRoute(part, 'specialist')}`);
  await waitForHydration(page);
  await expect(saveButton(page)).toBeVisible();
  await fillControl(page, field, typed);
}

/** Returns the id of the served build. */
const served = async (page: Page) => (await page.request.get('/build.txt', { timeout: 5000 })).text();

/** Returns how often the local runtime has started and finished reloading its files. */
function reloads(): { begun: number; done: number } {
  const count = (line: string) => portal.log().split(line).length - 1;
  return { begun: count('Reloading local server'), done: count('Local server updated and ready') };
}

async function atRest(): Promise<number> {
  await expect.poll(() => reloads().begun - reloads().done).toBe(0);
  return reloads().done;
}

/** Deploys, and waits until the local runtime has reloaded, since it drops requests meanwhile, unlike production. */
async function deploy(page: Page, kept: boolean): Promise<void> {
  const before = await served(page);
  if (!kept) copy.age();
  copy.deploy();
  await expect(async () => expect(await served(page)).not.toBe(before)).toPass();
  const rested = await atRest();
  // The runtime may have changes left; another change now is its last.
  copy.touch();
  await expect.poll(() => reloads().done).toBeGreaterThan(rested);
  await atRest();
}

for (const kept of [false, true]) {
  const title = `open tabs work after a deployment when their scripts are ${kept ? 'still served' : 'gone'}`;
  test(title, releaseIf(kept), async ({ browser }) => {
    test.setTimeout(15 * 60_000);
    const stamp = `${kept}.${Date.now()}`;
    const open = await tabs(browser);

    const choice = await open.tab();
    await choice.goto('/en/type/application');
    const part = await open.tab();
    await openPart(part, `part.${stamp}@example.org`, 'name', 'surname', 'Lindqvist');
    const crop = await open.tab();
    await openPart(crop, `crop.${stamp}@example.org`, 'photo', 'resume_file', 'letter.pdf');
    await expect(box(crop, 'resume_file')).toHaveAccessibleDescription(/letter\.pdf/);
    const check = await open.tab();
    await openReview(check, finishedDraft(specialist(`check.${stamp}@example.org`)), origin);
    await expect(heading(check, application('review.title'))).toBeVisible();
    await typePassword(check);
    const sending = await open.tab();
    const { promise: isDeployed, resolve: goOn } = Promise.withResolvers<void>();
    await sending.route('**/api/v1/specialists-visa', async (route) => {
      await isDeployed;
      await route.continue();
    });
    await openReview(sending, finishedDraft(specialist(`sending.${stamp}@example.org`)), origin);
    await send(sending);
    const account = await open.tab();
    const owner = await createAccount(account, 'en');
    await account.goto('/en/auth/login');
    await waitForHydration(account);
    await typeSignIn(account, owner.email);
    await account.waitForURL('**/en/profile');
    await account.goto('/en/profile/application/founder');
    await expect(mainOf(account)).toContainText(owner.surname);

    await deploy(part, kept);
    goOn();

    await startAs(choice, 'en', 'specialist');
    await expect(heading(choice, partTitle('passport'))).toBeVisible();
    await waitForHydration(choice);
    await box(choice, 'passport_number').fill('EA1234567');
    await expect(box(choice, 'passport_number')).toHaveValue('EA1234567');

    await partLink(part, 'employer').click();
    await expect(heading(part, partTitle('employer'))).toBeVisible();
    await waitForHydration(part);
    await expect(box(part, 'company_name')).toHaveValue('ООО «Синий купол»');
    await partLink(part, 'name').click();
    await expect(box(part, 'surname')).toHaveValue('Lindqvist');
    await expect(part.getByText(application('draft.elsewhere.title'))).toHaveCount(0);

    await fillControl(crop, 'file5', 'passport.png');
    if (!kept) {
      await expect(crop.getByRole('status').filter({ hasText: forms('reloaded.title') })).toBeVisible();
      await crop.getByRole('button', { name: forms('crop.open') }).click();
    }
    await expect(crop.getByRole('dialog')).toBeVisible();
    await expect(box(crop, 'resume_file')).toHaveAccessibleDescription(/letter\.pdf/);

    await sendButton(check).click();
    if (!kept) {
      await expect(check.getByRole('status').filter({ hasText: forms('reloaded.title') })).toBeVisible();
      await send(check);
    }
    expect(await readReference(check, 'en')).toMatch(/^ITV-/);
    await sending.waitForURL('**/en/success/application');
    expect(await readReference(sending, 'en')).toMatch(/^ITV-/);

    await account.getByRole('link', { name: words('en', 'auth', 'person.change.start') }).click();
    if (!kept) {
      await expect(account.getByRole('status').filter({ hasText: forms('reloaded.title') })).toBeVisible();
    }
    await changeLink(account, 'contact', 'en').click();
    await expect(box(account, 'phone')).toHaveValue('+46 70 123 45 67');
    await open.close();
  });
}
