/** The passport reader and comparison, with the texts of both languages, since the page may change its language. */
import { LOCALES } from '../../../domain/i18n/locales.ts';
import { loadWords } from '../../../stores/page-text.ts';
import { lazyModule } from '../../ui/lazy.tsx';

export const lazyPassport = lazyModule(async () => {
  const [module] = await Promise.all([import('./PassportScan.tsx'), loadWords(LOCALES, ['passport'])]);
  return module;
});
