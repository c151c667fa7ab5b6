/**
 * A faulty line between browser and portal: a proxy that passes everything on, and lets a test decide about calls that send
 * an application.
 */
import { request as call, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An application that the proxy has received completely and not passed on yet. */
export interface Sending {
  key: string;
  /** Passes it on to the portal and returns the response, which the browser does not get. */
  deliver(): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>;
  /** Cuts the connection to the browser. */
  cut(): void;
  respond(status: number, headers?: Record<string, string>, body?: string | Buffer): void;
}

export interface Line {
  origin: string;
  /** The key of each application that the browser has sent, in order. */
  keys: string[];
  /** What happens to the next applications, one after the other; later ones pass. */
  faults: ((sending: Sending) => Promise<void> | void)[];
  close(): Promise<void>;
}

/** Cuts the connection after the last byte: the application has arrived, and its response is lost. */
export async function cutAfterArrival(sending: Sending): Promise<void> {
  await sending.deliver();
  sending.cut();
}

/** Cuts the connection before the portal gets anything. */
export function cutBeforeArrival(sending: Sending): void {
  sending.cut();
}

/** Returns the proxy's own page, after or before the application has arrived. */
export function proxyResponse(status: number, arrived: boolean) {
  return async (sending: Sending): Promise<void> => {
    if (arrived) await sending.deliver();
    sending.respond(status, { 'Content-Type': 'text/html' }, `<h1>${status}</h1>`);
  };
}

/** @param portal origin of the portal behind the line, which may still be starting */
export async function startFaultyLine(portal: string | Promise<string>): Promise<Line> {
  // The gateway counts calls by address; each line has its own.
  const address = `10.${byte()}.${byte()}.${byte()}`;
  const line: Omit<Line, 'origin' | 'close'> = { keys: [], faults: [] };

  const passOn = async (request: IncomingMessage, body: Buffer) => {
    const { hostname, port } = new URL(await portal);
    return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
      const headers = { ...request.headers, 'cf-connecting-ip': address, 'content-length': String(body.length) };
      const { method, url: path } = request;
      const onward = call({ hostname, port, method, path, headers, agent: false }, async (response) => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: await whole(response) });
      });
      onward.on('error', reject);
      onward.end(body);
    });
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await whole(request);
    const key = request.headers['idempotency-key'];
    const respond: Sending['respond'] = (status, headers = {}, text = '') => {
      response.writeHead(status, headers).end(text);
    };
    const fault = typeof key === 'string' ? line.faults.shift() : undefined;
    if (typeof key === 'string') line.keys.push(key);
    const deliver = () => passOn(request, body);
    const cut = () => {
      request.socket.destroy();
    };
    if (fault) return fault({ key: String(key), deliver, cut, respond });
    const { status, headers, body: text } = await deliver();
    response.writeHead(status, { ...headers, connection: 'close' }).end(text);
  };

  const server = createServer((request, response) => {
    // On a reused connection, the browser itself would repeat a cut request.
    response.setHeader('Connection', 'close');
    // A portal that is down looks like a broken connection.
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    ...line,
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const byte = () => 1 + Math.floor(Math.random() * 250);

async function whole(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
