/** An officer's shortest workflow: finding an application, viewing a scan, requesting changes and undoing that. */
import { apply } from '../support/apply.ts';
import { expectAccessible, startDesk, type WebDesk } from '../support/officers.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';

// The refused form.
expectedErrors.push(/status of 422/);

let desk: WebDesk;
test.beforeAll(async () => {
  desk = await startDesk();
});
test.afterAll(() => desk.stop());

test('an officer finds an application, sees its scans, requests changes and undoes that', async ({ page, baseURL }) => {
  const { id, email } = await apply(baseURL ?? '', 'ru', 'founder');
  await desk.enter(page, 'anna');
  await page.goto(`${desk.origin}/?lng=ru`);
  await expectAccessible(page);
  await page.getByRole('searchbox').fill(email);
  await page.getByRole('button', { name: 'Найти' }).click();
  await page.getByRole('listitem').filter({ hasText: id }).getByRole('link').first().click();
  // Content out of sight is rendered once it is scrolled to.
  await page.locator('iframe[name=scan]').scrollIntoViewIfNeeded();
  const scan = page.frameLocator('iframe[name=scan]');
  await expect(scan.locator('canvas, img').first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Взять себе' }).first().click();
  await expect(page.getByText('Заявка закреплена за вами.')).toBeVisible();
  await page.getByLabel('Номер паспорта').check();
  await page.getByRole('link', { name: 'Запросить исправления' }).click();
  await page.getByRole('button', { name: 'Посмотреть письмо' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Напишите комментарий' })).toBeVisible();
  await expect(page.getByLabel('Номер паспорта')).toBeChecked();
  await page.getByLabel('Комментарий заявителю').fill('Номер не\u00ad читается.');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByLabel('Comment for the applicant')).toHaveValue(/Номер/);
  await page.getByRole('button', { name: 'Русский' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Посмотреть письмо' }).click();
  await expect(page.getByRole('article')).toContainText('Номер не читается.');
  await expectAccessible(page);
  // A browser that stores no page of the desk restores no box: the case is opened afresh, with what was ticked and written.
  for (const leave of [() => page.reload(), () => page.goto(`${desk.origin}/applications/${id}`)]) {
    await leave();
    await expect(page.getByLabel('Номер паспорта')).toBeChecked();
    await expect(page.getByLabel('Комментарий заявителю')).toHaveValue(/^Номер не\u00ad? читается\.$/);
    await page.getByRole('button', { name: 'Посмотреть письмо' }).click();
    await expect(page.getByRole('article')).toContainText('Номер не читается.');
  }
  await page.getByRole('button', { name: 'Подтвердить: Нужны исправления' }).click();
  await expect(page.getByText('Решение записано.')).toBeVisible();
  await expect(page.getByText(/^Запрошены исправления\sв\s\d\d:\d\d, вступит\sв\sсилу\sв\s\d\d:\d\d$/)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/applications/${id}`));
  await page.getByRole('button', { name: 'Отменить', exact: true }).click();
  await expect(page.getByText('Решение отменено. Письмо не отправлено.')).toBeVisible();
  await expectAccessible(page);
});
