/** A copy of the project that can be built again with other scripts, as for a new version of the portal. */

import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './own-portal.ts';

const COPIED = [
  ...['src', 'functions', 'locales', 'public', 'dist', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['astro.config.mjs', 'astro-i18next.config.mts', 'wrangler.toml', '.dev.vars'],
];
/** What the browser runs is made of these. */
const CHANGED = ['src/islands', 'src/stores', 'src/components'];

export interface ProjectCopy {
  root: string;
  /** Changes every script and builds, beside a portal that runs. @param keep whether the scripts of earlier builds stay */
  deploy(keep: boolean): void;
  remove(): void;
}

export function copyProject(): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-copy-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(root, path), { recursive: true, preserveTimestamps: true });
  // Not one link for all: the build takes its packages for other files then.
  const [from, to] = [join(ROOT, 'node_modules'), join(root, 'node_modules')];
  if (spawnSync('cp', ['-al', from, to]).status !== 0) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  let version = 1;
  const scripts = join(root, 'dist/client/_astro');
  return {
    root,
    deploy(keep) {
      version += 1;
      for (const folder of CHANGED) {
        for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
          if (/\.tsx?$/.test(name))
            appendFileSync(join(root, folder, name), `\nglobalThis.portalVersion = ${version};\n`);
        }
      }
      const before = readdirSync(scripts).filter((name) => name.endsWith('.js'));
      const built = spawnSync('npm', ['run', 'build'], { cwd: root, encoding: 'utf8' });
      if (built.status !== 0) throw new Error(built.stdout + built.stderr);
      if (keep) return;
      const pages = readdirSync(join(root, 'dist/client'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.html'))
        .map((name) => readFileSync(join(root, 'dist/client', name), 'utf8'));
      const current = new Set(readdirSync(scripts).filter((name) => !before.includes(name)));
      for (const name of before) {
        if (!current.has(name) && !pages.some((page) => page.includes(name))) rmSync(join(scripts, name));
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
