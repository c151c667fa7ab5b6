/** Tags of tests that run in a later stage than that of their folder; playwright.config.ts reads them. */
import type { TestDetails } from 'playwright/test';

/** For a test that is left to `npm run test:long`. One in the folder `release` then runs in both stages. */
export const LONG: TestDetails = { tag: '@long' };
/** For a test that is left to `npm run test:release`. */
export const RELEASE: TestDetails = { tag: '@release' };

/**
 * For a journey that runs in several languages or on several devices: all but one run in `npm run test:long`. In the folder
 * `release`, one of them runs there as well.
 */
export const longIf = (isElsewhere: boolean): TestDetails => (isElsewhere ? LONG : {});

/** The same for a journey of the long stage: all but one run in `npm run test:release`. */
export const releaseIf = (isElsewhere: boolean): TestDetails => (isElsewhere ? RELEASE : {});
