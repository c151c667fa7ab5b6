/** The files of a finished build, for the steps that work on them. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Astro's router marks the pages that it may put in place of another. */
export const ROUTED = '<meta name="astro-view-transitions-enabled"';

/** @returns the files of all pages below `root` */
export async function builtPages(root: string): Promise<string[]> {
  const files = await readdir(root, { recursive: true });
  return files.filter((name) => name.endsWith('.html')).map((name) => join(root, name));
}

/** The address of a built page: `/ru/auth/login`. */
export const addressOf = (root: string, file: string) =>
  `/${relative(root, file).replace('.html', '').split(sep).join('/')}`;

/** What the addresses of a page and of those that take its place begin with: `/ru/auth/login` and `/ru/auth` → `/ru/auth` */
export const routeOf = (address: string) => address.split('/').slice(0, 3).join('/');

/** @returns path from the site's root (`/_astro/x.js`) → text, for each script below `root` */
export async function builtScripts(root: string): Promise<Map<string, string>> {
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.js'));
  const texts = files.map(
    async (name) => [`/${name.split('\\').join('/')}`, await readFile(join(root, name), 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}
