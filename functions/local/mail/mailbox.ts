/** Saves the local portal's mail as files. The workers reach it at a secret path of a loopback address. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type MailFolder, saveMail } from '../../platform/save-mail.ts';

/** @param folder for the files, made with the first mail @param onFault called with a line about a mail that was not saved */
export async function openMailbox(folder: string, onFault: (line: string) => void) {
  const path = `/${randomBytes(16).toString('base64url')}`;
  let count = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== path) {
      response.writeHead(404).end();
      return;
    }
    try {
      count += 1;
      saveMail(folder, (await json(request)) as MailFolder, String(count).padStart(3, '0'));
      response.writeHead(204).end();
    } catch (error) {
      onFault(`A mail could not be saved in ${folder} (${String(error)}).`);
      response.writeHead(500).end();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${path}`, close: () => server.close() };
}
