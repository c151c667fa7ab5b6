/**
 * Puts into each page without islands the rules it uses, in place of its style sheets, so that it is painted after one
 * round trip. A page with a prerendered form gets the rules that its island may ever use: it can be typed into as soon as it
 * is painted, and shows later what it is built without.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { builtPages, builtScripts } from './built-files.ts';
import { namesIn, namesWithIslands, type PageNames, usedStyles } from './used-styles.ts';

const SHEET = /<link rel="stylesheet" href="([^"]+)">/g;
/**
 * The same, and what Astro puts into the page itself because it is short: it may read what another sheet sets. Rules for
 * browsers without scripts stay where they are.
 */
const SHEET_OR_RULES = /<link rel="stylesheet" href="([^"]+)">|(?<!<noscript>)<style>([^<]*)<\/style>/g;
/** What Astro writes before the first island. */
const ISLAND_RULES = /<style>(astro-island[^<]*)<\/style>/;

/** The integration for `astro.config.mjs`. */
export function pageStyles(): AstroIntegration {
  return {
    name: 'page-styles',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const files = await builtPages(root);
        const pages = await Promise.all(files.map(async (file) => ({ file, html: await readFile(file, 'utf8') })));
        const forms = pages.filter(({ html }) => hasEarlyForm(html)).map(({ html }) => html);
        const ofForms = namesWithIslands(forms, (await builtScripts(root)).values());
        let count = 0;
        for (const { file, html } of pages) {
          const names = standsAlone(html) ? namesIn(html) : hasEarlyForm(html) ? ofForms : null;
          if (!names) continue;
          const readSheet = (sheet: string) => readFile(join(root, sheet), 'utf8');
          const put = names.islands ? withFormStyles : withOwnStyles;
          await writeFile(file, await put(html, names, readSheet));
          count++;
        }
        logger.info(`${count} pages carry the styles they use`);
      },
    },
  };
}

/** Pages with islands share their style sheets. */
export function standsAlone(html: string): boolean {
  return !html.includes('<astro-island');
}

/** True for a page whose form can be typed into before its island is alive. */
export function hasEarlyForm(html: string): boolean {
  return /<form\b[^>]*\sclass="part-form"/.test(html);
}

type ReadSheet = (address: string) => Promise<string>;

/**
 * A page with the rules of all forms in place of its style sheets: the same text in all pages that have the same, so that it
 * stays where one of them replaces another. Those of its islands are among them: a sheet that comes in the midst of a page has
 * all rules put in order once more, at each such replacement too.
 * @param names what is in all these pages and their islands
 * @param readSheet the text of a style sheet at an address of this site
 */
export async function withFormStyles(html: string, names: PageNames, readSheet: ReadSheet): Promise<string> {
  const sheets = [...html.matchAll(SHEET)].map(([, address = '']) => address);
  if (sheets.length === 0) return html;
  const css = usedStyles((await Promise.all(sheets.map(readSheet))).join(''), names);
  const [islands = '', rules = ''] = ISLAND_RULES.exec(html) ?? [];
  return html
    .replace(SHEET, '')
    .replace(islands, '')
    .replace('</head>', () => `<style>${css}${rules}</style></head>`);
}

/**
 * A page with the rules it uses in place of its style sheets.
 * @param names what is in the page
 * @param readSheet the text of a style sheet at an address of this site
 */
export async function withOwnStyles(html: string, names: PageNames, readSheet: ReadSheet): Promise<string> {
  const sheets = await Promise.all(
    [...html.matchAll(SHEET_OR_RULES)].map(([, address, rules = '']) => (address ? readSheet(address) : rules)),
  );
  if (sheets.length === 0) return html;
  const css = usedStyles(sheets.join(''), names);
  const [first = '', ...others] = html.split(SHEET_OR_RULES).filter((_, index) => index % 3 === 0);
  return `${first}<style>${css}</style>${others.join('')}`;
}
