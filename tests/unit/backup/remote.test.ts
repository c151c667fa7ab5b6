import { expect, it } from 'vitest';
import { explainRemote } from '../../../functions/local/backup/storage.ts';

it.each([
  "Failed to start the remote proxy session. In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN",
  'You are not logged in. Run `wrangler login`.',
  'A request to the Cloudflare API failed: Authentication error [code: 10000]',
])('explainRemote says how to sign in after "%s"', (message) => {
  expect(explainRemote(new Error(message))).toContain('To sign in: npx wrangler login');
});

it('explainRemote returns any other error in one line', () => {
  const error = new Error('getaddrinfo ENOTFOUND api.example\n    at somewhere');
  expect(explainRemote(error)).toBe('getaddrinfo ENOTFOUND api.example');
});
