/** What is loaded for a passport, with the texts of both languages, since the page may change its language. */
import { LOCALES } from '../../../domain/i18n/locales.ts';
import { loadWords } from '../../../stores/page-text.ts';
import { lazyModule } from '../../ui/lazy.tsx';

const withWords = <Module>(importModule: () => Promise<Module>) =>
  lazyModule(async () => {
    const [module] = await Promise.all([importModule(), loadWords(LOCALES, ['passport'])]);
    return module;
  });

/** The reader, the comparison, and what a field shows of the photo. */
export const lazyPassport = withWords(async () => {
  const [scan, { PhotoMark }] = await Promise.all([import('./PassportScan.tsx'), import('./PhotoMark.tsx')]);
  return { ...scan, PhotoMark };
});

/** The questions of the review page. */
export const lazyPassportReview = withWords(() => import('./PassportReview.tsx'));

/** The rules about odd answers. */
export const lazyDoubts = lazyModule(() => import('../../../domain/passport/doubts.ts'));
