/** TLS in front of a portal, as in a deployment, since scanners depend on it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SecureFront {
  /** `localhost:port` */
  host: string;
  /** A file with the certificate to trust. */
  certificate: string;
  close(): void;
}

/** @param origin of the portal over plain HTTP */
export async function openSecureFront(origin: string): Promise<SecureFront> {
  const folder = mkdtempSync(join(tmpdir(), 'it-visa-tls-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
  ]);
  if (made.status !== 0) throw new Error(`No certificate: ${made.error ?? made.stderr}`);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (asked, response) => {
    const { pathname, search } = new URL(asked.url ?? '/', origin);
    const passed = request(
      new URL(pathname + search, origin),
      { method: asked.method, headers: asked.headers },
      (given) => {
        response.writeHead(given.statusCode ?? 502, given.rawHeaders);
        given.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    certificate,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}
