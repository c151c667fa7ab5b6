/** The account in front of a minimal host: it shows the host's data and overwrites nothing unknown. */

import { PASSWORD } from '../contract/section7-host/start.ts';
import { fillSignIn, mainOf } from './support/account-page.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, test, waitForHydration } from './support/portal.ts';
import { type Section7Portal, startSection7Portal } from './support/section7.ts';
import { LONG } from './support/stages.ts';

const STATUS = 'В обработке <b>';
const t = (key: string) => words('en', 'auth', key);

let section7: Section7Portal;
test.beforeAll(async () => {
  section7 = await startSection7Portal({}, 'section7');
});
test.afterAll(async () => {
  expectedErrors.length = 0;
  await section7.stop();
});

test(
  "an account of a minimal host shows the host's record, changes only known fields, and refreshes by a sign-in",
  LONG,
  async ({ page }) => {
    const { host, portal } = section7;
    const main = mainOf(page);
    const go = async (route: string) => {
      await page.goto(`${portal.origin}/en${route}`);
      await waitForHydration(page);
    };
    host.mode.history = [
      null,
      { id: 1, status_type: 7, created_at: 'x' },
      { id: 2, status_type: STATUS, created_at: '2026-11-20 10:00:00' },
    ];
    host.mode.record = {
      formatted_relatives: [
        { kinship: 'wife', name: 'Eve', surname: 'Lee', file6: '/storage/applications/57/eve.pdf' },
      ],
      relatives_check: undefined,
    };
    const email = `ann.${Date.now()}@example.org`;
    host.add('founder', email);

    await go('/auth/login');
    await fillSignIn(page, 'en', email, PASSWORD);
    await expect(page).toHaveURL(`${portal.origin}/en/profile`);
    await expect(main.getByRole('heading', { name: STATUS, level: 1 })).toBeVisible();
    // Only the name of the host's own status is known, so that no contact is shown beside it.
    await expect(main.getByRole('region', { name: STATUS })).not.toContainText('1345');

    // Nothing is offered that the host has not announced.
    for (const request of ['withdraw', 'deletion', 'confirmation'])
      await expect(main.getByRole('button', { name: t(`home.${request}.start`) })).toHaveCount(0);
    await expect(main).not.toContainText(t('home.confirmation.state'));

    await go('/profile/application/founder');
    await expect(main.getByText(t('person.unknown')).first()).toBeVisible();
    await expect(main.getByText(t('person.empty'))).toHaveCount(1);
    const photo = main.getByRole('img', { name: t('menu.photo') });
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await main.getByRole('link', { name: t('person.change.start') }).click();
    await main.getByRole('link', { name: words('en', 'forms', 'parts.name.title') }).click();
    await main.getByLabel(words('en', 'forms', 'fields.name.label')).fill('Anna');
    await main.getByRole('button', { name: t('person.change.save') }).click();
    await main.getByRole('button', { name: t('person.change.submit') }).click();
    await expect(main.getByText(t('person.change.savedTitle'))).toBeVisible();
    const sent = Object.fromEntries(host.calls.findLast(({ id }) => id === 'updateFounder')?.parts ?? []);
    expect(sent).toMatchObject({ name: 'Anna', surname: 'Lee', relatives_check: 'yes' });
    expect(JSON.parse(String(sent.formatted_relatives))).toEqual(host.mode.record.formatted_relatives);
    for (const unknown of ['validity_time', 'formatted_address', 'adress', 'last_trips_check', 'read_check', 'file4']) {
      expect(sent[unknown], unknown).toBeUndefined();
    }
    await expect(main).toContainText('Anna');
    await expect(main).toContainText('EA1234567');

    // After a reload the password is gone: the record has its time, and a sign-in is offered.
    await go('/profile/status');
    // It is unknown whether this host sends mails.
    await expect(main).toContainText(STATUS);
    await expect(main).not.toContainText(t('status.lead'));
    await expect(main).toContainText(t('data.readAt').replace('{{when}}', '').trim());
    await main.getByRole('button', { name: t('data.refresh'), exact: true }).click();
    await expect(main.getByText(t('data.signInTitle'))).toBeVisible();
    await main.getByRole('button', { name: t('data.absentAction') }).click();
    await expect(main.getByText(t('login.refreshTitle'))).toBeVisible();
    await fillSignIn(page, 'en', email, PASSWORD);
    await expect(page).toHaveURL(`${portal.origin}/en/profile/status`);
    const before = host.calls.filter(({ id }) => id === 'login').length;
    host.mode.history = [...host.mode.history, { status_type: 'Handed over' }];
    await main.getByRole('button', { name: t('data.refresh'), exact: true }).click();
    await expect(main.getByRole('heading', { name: 'Handed over' })).toBeVisible();
    expect(host.calls.filter(({ id }) => id === 'login')).toHaveLength(before + 1);
    // The host is asked once in a session.
    expect(host.calls.filter(({ path }) => path === '/api/v1/user')).toHaveLength(1);
    expect(host.countOf(email)).toBe(1);
    await page.goto('about:blank');
  },
);
