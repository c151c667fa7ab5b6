/** Tests that stand in a file of the short stage and run in the long one: playwright.config.ts reads the tag. */
import type { TestDetails } from 'playwright/test';

/** For a test that has its place beside its like and is left to `npm run test:long`. */
export const LONG: TestDetails = { tag: '@long' };

/** For a journey that runs in several languages or on several devices, all but one of them in the long stage. */
export const inLong = (isElsewhere: boolean): TestDetails => (isElsewhere ? LONG : {});
