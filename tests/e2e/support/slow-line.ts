/** A slow line between browser and portal: a page comes in pieces, each on demand. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SlowLine {
  /** The portal's origin behind the line. */
  origin: string;
  /** Sets in how many pieces a page comes from now on; one at first. Everything else comes at once. */
  pieces: number;
  /** Lets the next piece of each page through. @returns false once all have come */
  next(): boolean;
  close(): void;
}

/** @param portal the portal's origin */
export async function startSlowLine(portal: string): Promise<SlowLine> {
  const waiting = new Set<() => boolean>();
  const server = createServer((asked, response) => {
    // Uncompressed, since compressed text cannot be split.
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const call = request(portal + asked.url, { method: asked.method ?? 'GET', headers }, (found) => {
      response.writeHead(found.statusCode ?? 502, found.headers);
      if (line.pieces > 1 && found.headers['content-type']?.startsWith('text/html')) void passInPieces(found, response);
      else found.pipe(response);
    });
    call.on('error', () => response.destroy());
    asked.pipe(call);
  });

  async function passInPieces(found: IncomingMessage, response: ServerResponse): Promise<void> {
    const html = Buffer.concat(await found.toArray());
    // The head comes at once, since nothing is visible without it.
    let sent = html.indexOf('<body');
    const size = Math.ceil((html.length - sent) / line.pieces);
    response.write(html.subarray(0, sent));
    const next = () => {
      response.write(html.subarray(sent, sent + size));
      sent += size;
      if (sent < html.length) return true;
      waiting.delete(next);
      response.end();
      return false;
    };
    waiting.add(next);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line: SlowLine = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    pieces: 1,
    next: () => [...waiting].map((piece) => piece()).some((more) => more),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return line;
}
