/** Completes Vite's `licenses.md`, which lacks the packages in the scripts of workers, and the decoders of pdf.js (stores/pdf). */
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

const NOTICES = 'licenses.md';
const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE = /^licen[cs]e(?:\.\w+)?$/i;
/** The notices of the two decoders, and of what pdf.js adds to them. */
const DECODER_LICENSE = /^LICENSE_(?:PDFJS_)?(?:JBIG2|OPENJPEG)$/;

export function workerLicenses(): AstroIntegration {
  const packages = new Set<string>();
  return {
    name: 'worker-licenses',
    hooks: {
      'astro:config:setup': ({ updateConfig }) =>
        void updateConfig({ vite: { worker: { plugins: () => [collectPackages(packages)] } } }),
      'astro:build:done': async ({ dir }) => {
        const file = join(fileURLToPath(dir), NOTICES);
        const known = await readFile(file, 'utf8');
        for (const folder of [...packages].sort()) {
          const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
          if (known.includes(`\n## ${name} - `)) continue;
          await appendFile(file, `\n## ${name} - ${version} (${license})\n\n${await textsIn(folder, LICENSE)}`);
        }
        const wasm = fileURLToPath(new URL('wasm', import.meta.resolve('pdfjs-dist/package.json')));
        await appendFile(file, `\n## Decoders of pdfjs-dist\n\n${await textsIn(wasm, DECODER_LICENSE)}`);
      },
    },
  };
}

const collectPackages = (packages: Set<string>): Plugin => ({
  name: 'collect-packages',
  generateBundle(_, bundle) {
    const ids = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
    for (const id of ids) {
      const folder = PACKAGE.exec(id)?.[1];
      if (folder) packages.add(folder);
    }
  },
});

/** @throws Error without a text: no package may be served without its notice */
async function textsIn(folder: string, names: RegExp): Promise<string> {
  const files = (await readdir(folder)).filter((name) => names.test(name)).sort();
  if (files.length === 0) throw new Error(`${folder} has no licence file`);
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => `${text.trim()}\n`).join('\n');
}
