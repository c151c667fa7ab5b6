/** Bundles and minifies inline scripts: `import script from './head.ts?inline-script'` is the text of a classic script. */
import { build } from 'rolldown';
import type { Plugin } from 'vite';
import { DEFAULT_LOCALE, LOCALES } from '../domain/i18n/locales.ts';
import { LOCALE_COOKIE } from '../domain/i18n/paths.ts';

const QUERY = '?inline-script';

/** Globals of these modules (layouts/inline/globals.d.ts), as constants that cost no code. */
const LANGUAGES = LOCALES.join('|');
const CONSTANTS = {
  LANGUAGES: JSON.stringify(LANGUAGES),
  LANGUAGE: `/^\\s*(${LANGUAGES})([-_]|\\s*$)/i`,
  LANGUAGE_PREFIX: `/^\\/(${LANGUAGES})(?=\\/|$)/`,
  LANGUAGE_COOKIE: `/(^|; )${LOCALE_COOKIE}=([^;]*)/`,
  DEFAULT_LANGUAGE: JSON.stringify(DEFAULT_LOCALE),
};

/** Watches a script and its imports. */
export function inlineScriptsPlugin(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const { code, files } = await bundle(id.slice(0, -QUERY.length));
      for (const file of files) this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(code)}`, moduleType: 'js' };
    },
  };
}

/** @returns the text of a classic script, and its source files */
async function bundle(file: string): Promise<{ code: string; files: string[] }> {
  const { output } = await build({
    input: file,
    write: false,
    logLevel: 'warn',
    platform: 'browser',
    transform: { define: CONSTANTS, target: 'es2022' },
    optimization: { inlineConst: true },
    treeshake: { moduleSideEffects: false },
    output: { format: 'esm', comments: false, minify: { compress: true, mangle: { toplevel: true }, codegen: true } },
  });
  const [chunk] = output;
  // A block keeps the names of the scripts apart.
  return { code: `{${chunk.code.trim().replace(/;$/, '')}}`, files: chunk.moduleIds };
}
