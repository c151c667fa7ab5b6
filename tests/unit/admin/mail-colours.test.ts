/** Mails repeat the colours of the pages, since mail programs lack custom properties: both must be the same. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COLOURS } from '../../../functions/admin/mail/colours.ts';

/** The colours that a style sheet declares, in the light and in the dark scheme. */
function readTokens(file: string): Record<string, string>[] {
  const [light = '', dark = ''] = readFileSync(`src/styles/${file}`, 'utf8').split('@media');
  return [light, dark].map((css) =>
    Object.fromEntries([...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value])),
  );
}

it('mails have the colours of the pages, in both schemes', () => {
  const [tokens = [], tones = []] = ['tokens.css', 'tones.css'].map(readTokens);
  const [light, dark] = [0, 1].map((scheme) => ({ ...tokens[scheme], ...tones[scheme] }));
  for (const [name, colour] of Object.entries(COLOURS))
    expect({ name, ...colour }).toEqual({
      ...{ name, token: colour.token },
      light: light?.[colour.token],
      dark: dark?.[colour.token],
    });
});
