/** Tests that run in a later stage than that of the folder they stand in: playwright.config.ts reads the tags. */
import type { TestDetails } from 'playwright/test';

/**
 * For a test that stands beside its like and is left to `npm run test:long`. One in the folder `release` runs in both stages
 * then.
 */
export const LONG: TestDetails = { tag: '@long' };
const RELEASE: TestDetails = { tag: '@release' };

/**
 * For a journey that runs in several languages or on several devices, all but one of them in `npm run test:long`. In the
 * folder `release`: one of them there as well.
 */
export const inLong = (isElsewhere: boolean): TestDetails => (isElsewhere ? LONG : {});

/** The same for a journey of the long stage: all but one of them in `npm run test:release`. */
export const inRelease = (isElsewhere: boolean): TestDetails => (isElsewhere ? RELEASE : {});
