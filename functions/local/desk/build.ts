/** `node functions/local/desk/build.ts`: builds the desk's scripts and styles into `dist/desk/assets`. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type InlineConfig } from 'vite';

const SOURCE = resolve(import.meta.dirname, '../../../src');
const OUT = resolve(import.meta.dirname, '../../../dist/desk/assets');
const fixed = { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]' };

/** One entry without a hash in its name: browsers revalidate it each time. */
const options = (entry: string, format: 'es' | 'iife'): InlineConfig => ({
  configFile: false,
  root: SOURCE,
  // pdf.js uses its own address, which an inline script lacks; the warning about that is not shown.
  logLevel: 'error',
  base: '/assets/',
  publicDir: false,
  worker: { format: 'es', rollupOptions: { output: fixed } },
  build: {
    outDir: OUT,
    emptyOutDir: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 3000,
    modulePreload: false,
    target: 'es2022',
    rollupOptions: { input: join(SOURCE, entry), output: { ...fixed, format } },
  },
});

mkdirSync(OUT, { recursive: true });
for (const entry of ['styles/desk.css', 'stores/scan-viewer/scans.ts', 'stores/scan-viewer/typed.ts'])
  await build(options(entry, 'es'));
await build(options('stores/scan-viewer/viewer.ts', 'iife'));
// The viewer is inlined in a page (routes/files.ts).
if (/<\/script/i.test(readFileSync(join(OUT, 'viewer.js'), 'utf8')))
  throw new Error('viewer.js would end its own page');
