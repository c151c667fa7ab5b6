/** Writes the contact sheet of a run of `npm run pictures`: all pictures, by page. */
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Reporter } from 'playwright/types/testReporter';
import { PICTURES } from './pictures.ts';

const STYLE = `body{margin:16px;font:14px sans-serif}section{display:flex;flex-wrap:wrap;gap:12px}figure{width:180px;margin:0}
img{width:100%;max-height:420px;object-fit:cover;object-position:top;border:1px solid #ccc}figcaption{overflow-wrap:anywhere}`;

export default class implements Reporter {
  onBegin(): void {
    rmSync(PICTURES, { recursive: true, force: true });
    mkdirSync(PICTURES, { recursive: true });
  }

  onEnd(): void {
    const files = globSync('*/*.jpg', { cwd: PICTURES }).sort();
    const groups = Map.groupBy(files, (file) => dirname(file));
    const figure = (file: string) => {
      const href = encodeURI(file);
      const name = file.slice(file.indexOf('/') + 1, -'.jpg'.length);
      return `<figure><a href="${href}"><img src="${href}" alt="" loading="lazy"></a><figcaption>${name}</figcaption></figure>`;
    };
    const sections = [...groups].map(
      ([group, own]) => `<h2>${group}</h2><section>${own.map(figure).join('')}</section>`,
    );
    const sheet = join(PICTURES, 'index.html');
    writeFileSync(
      sheet,
      `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>${STYLE}</style>${sections.join('')}`,
    );
    process.stdout.write(`${files.length} pictures: ${sheet}\n`);
  }
}
