/** A portal in front of a minimal host. */
import { partRoute } from '../../../src/domain/application/steps.ts';
import type { Mode } from '../../contract/section7-host/modes.ts';
import { type Section7Host, startSection7Host } from '../../contract/section7-host/start.ts';
import { type Applicant, PASSWORD } from './applicants.ts';
import { finishedDraft } from './device.ts';
import { storeDraft } from './kept-draft.ts';
import { type OwnPortal, startPortal } from './own-portal.ts';
import { expect, type Page, waitForHydration } from './portal.ts';
import { send } from './sending.ts';

export interface Section7Portal {
  host: Section7Host;
  portal: OwnPortal;
  stop(): Promise<void>;
}

/** @param mode of the host @param profile name of a file in tests/contract/profiles */
export async function startSection7Portal(mode: Partial<Mode> = {}, profile?: string): Promise<Section7Portal> {
  const host = await startSection7Host(mode);
  process.env.HOST_PROFILE = profile === undefined ? '' : `tests/contract/profiles/${profile}.json`;
  const portal = await startPortal(host.origin);
  delete process.env.HOST_PROFILE;
  return {
    host,
    portal,
    stop: async () => {
      await Promise.all([portal.stop(), host.close()]);
    },
  };
}

/** Refused calls, which the browser logs, including those that the host lacks. */
export const REFUSED_CALLS = /^Failed to load resource: the server responded with a status of [45]\d\d/;

/** Puts the applicant's finished draft on the device, opens its check and sends it. */
export async function applyFromDraft(page: Page, { portal }: Section7Portal, applicant: Applicant): Promise<void> {
  await storeDraft(page, finishedDraft(applicant), portal.origin);
  await page.goto(`${portal.origin}/en${partRoute('check', applicant.type)}`);
  await waitForHydration(page);
  await send(page, PASSWORD);
}

export async function goTo(page: Page, { portal }: Section7Portal, route: string): Promise<void> {
  await page.goto(`${portal.origin}/en${route}`);
  await waitForHydration(page);
}

/** Expects the focused element, or one around it, to contain the text. */
export async function expectFocusedNotice(page: Page, text: string): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: text });
  await expect(notice).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''), { message: 'the focus' })
    .toContain(text);
}
