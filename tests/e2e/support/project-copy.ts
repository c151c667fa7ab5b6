/** A copy of the project that can be built again with other scripts, like a new version. */

import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './own-portal.ts';

const COPIED = [
  ...['src', 'functions', 'locales', 'public', 'dist', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['astro.config.mjs', 'astro-i18next.config.mts', 'wrangler.toml', '.dev.vars'],
];
/** Older than a build keeps scripts. */
const LONG_AGO = new Date('2020-01-01');
/** Folders with code for the browser. */
const CHANGED = ['src/islands', 'src/stores', 'src/components'];

export interface ProjectCopy {
  root: string;
  /** Makes the served scripts so old that the next build deletes them. */
  age(): void;
  /** Changes every script and builds, beside a running portal. */
  deploy(): void;
  /** Changes a served file that no page uses. */
  touch(): void;
  remove(): void;
}

export function copyProject(): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-copy-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(root, path), { recursive: true, preserveTimestamps: true });
  // Not one link for all, since the build would resolve packages to other files.
  const [from, to] = [join(ROOT, 'node_modules'), join(root, 'node_modules')];
  if (spawnSync('cp', ['-al', from, to]).status !== 0) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  let version = 1;
  const scripts = join(root, 'dist/client/_astro');
  // The marker of a complete build; copying makes folders younger, and the portal would build again.
  utimesSync(join(root, 'dist/client/_headers'), new Date(), new Date());
  return {
    root,
    age() {
      for (const name of readdirSync(scripts)) utimesSync(join(scripts, name), LONG_AGO, LONG_AGO);
    },
    deploy() {
      version += 1;
      for (const folder of CHANGED) {
        for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
          if (/\.tsx?$/.test(name))
            appendFileSync(join(root, folder, name), `\nglobalThis.portalVersion = ${version};\n`);
        }
      }
      const built = spawnSync('npm', ['run', 'build'], { cwd: root, encoding: 'utf8' });
      if (built.status !== 0) throw new Error(built.stdout + built.stderr);
    },
    touch: () => writeFileSync(join(root, 'dist/client/touched.txt'), String(version)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
