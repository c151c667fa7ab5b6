/** A copy of the project that can be built again with other scripts, as for a new version of the portal. */

import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './own-portal.ts';

const COPIED = [
  ...['src', 'functions', 'locales', 'public', 'dist', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['astro.config.ts', 'astro-i18next.config.mts', 'wrangler.toml', '.dev.vars'],
];
/** Older than what a build keeps. */
const LONG_AGO = new Date('2020-01-01');
/** What the browser runs is made of these. */
const CHANGED = ['src/islands', 'src/stores', 'src/components'];

export interface ProjectCopy {
  root: string;
  /** Changes every script and builds, beside a portal that runs. */
  deploy(): void;
  /** Changes one file among the served ones, which no page asks for. */
  touch(): void;
  remove(): void;
}

/** A copy whose build was made so long ago that its scripts go with the next one. */
export function copyProject(): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-copy-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(root, path), { recursive: true, preserveTimestamps: true });
  // Not one link for all: the build takes its packages for other files then.
  const [from, to] = [join(ROOT, 'node_modules'), join(root, 'node_modules')];
  if (spawnSync('cp', ['-al', from, to]).status !== 0) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  let version = 1;
  const scripts = join(root, 'dist/client/_astro');
  for (const name of readdirSync(scripts)) utimesSync(join(scripts, name), LONG_AGO, LONG_AGO);
  // The mark of a whole build; folders have become younger by being copied, and the portal would build once more.
  utimesSync(join(root, 'dist/client/_headers'), new Date(), new Date());
  return {
    root,
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
