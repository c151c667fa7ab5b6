/** Tests that stand in a file of the short stage and run in the long one. */
import type { TestDetails } from 'playwright/test';

/**
 * For a journey that runs in several languages or on several devices: all but one of them are left to `npm run test:long`.
 * @param isElsewhere this one is (playwright.config.ts reads the tag)
 */
export const inLong = (isElsewhere: boolean): TestDetails => (isElsewhere ? { tag: '@long' } : {});
