import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exchange, uploadForm } from '../../../../src/stores/api/upload.ts';
import { setPorts } from '../../../fixtures/ports.ts';

/** An XMLHttpRequest whose network the test plays. */
class PlayedRequest {
  upload: { onprogress: ((event: object) => void) | null; onload: (() => void) | null } = {
    onprogress: null,
    onload: null,
  };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onprogress: ((event: object) => void) | null = null;
  status = 0;
  response = new ArrayBuffer(0);
  responseHeaders: Record<string, string> = {};
  opened: [string, string] | null = null;
  headers: Record<string, string> = {};
  body: unknown = null;
  open(method: string, path: string) {
    this.opened = [method, path];
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(name: string) {
    return this.responseHeaders[name] ?? null;
  }
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.onabort?.();
  }
  sent(loaded: number, total: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total });
  }
  respond(status: number, body: unknown, headers: Record<string, string> = {}) {
    Object.assign(this, {
      status,
      response: new TextEncoder().encode(JSON.stringify(body)).buffer,
      responseHeaders: headers,
    });
    this.onload?.();
  }
}

let request: PlayedRequest;
const percents: number[] = [];
const form = new FormData();

function upload(options: { signal?: AbortSignal } = {}) {
  return uploadForm('createFounder', {
    form,
    locale: 'en',
    idempotencyKey: 'a-key',
    onProgress: (percent) => percents.push(percent),
    ...options,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  request = new PlayedRequest();
  percents.length = 0;
  setPorts({ online: () => true });
  vi.stubGlobal('XMLHttpRequest', function PlayedXhr() {
    return request;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  setPorts({});
  vi.useRealTimers();
});

describe('uploadForm', () => {
  it('uploadForm sends the form to the path of the endpoint table with key and language', async () => {
    const response = upload();
    request.respond(201, { data: { id: '1' } });
    expect(await response).toEqual({ ok: true, status: 201, body: { data: { id: '1' } } });
    expect(request.opened).toEqual(['POST', '/api/v1/founders']);
    expect(request.headers).toEqual({
      Accept: 'application/json',
      'Accept-Language': 'en',
      'Idempotency-Key': 'a-key',
    });
    expect(request.body).toBe(form);
  });

  it('uploadForm reports progress in whole per cent', async () => {
    const response = upload();
    request.sent(1, 3);
    request.sent(2, 3);
    request.upload.onload?.();
    request.respond(201, {});
    await response;
    expect(percents).toEqual([33, 66, 100]);
  });

  it('uploadForm has no time limit while bytes are sent', async () => {
    const response = upload();
    for (let minute = 1; minute <= 10; minute += 1) {
      await vi.advanceTimersByTimeAsync(59_000);
      request.sent(minute, 10);
    }
    request.respond(201, {});
    expect((await response).ok).toBe(true);
  });

  it('uploadForm fails with no_answer after 60 seconds without a byte', async () => {
    const response = upload();
    request.sent(1, 10);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await response).toMatchObject({ ok: false, refusal: { code: 'no_answer' } });
  });

  it('uploadForm fails with no_answer when the connection breaks, also if the device is offline by then', async () => {
    const response = upload();
    setPorts({ online: () => false });
    request.onerror?.();
    expect(await response).toMatchObject({ ok: false, refusal: { code: 'no_answer' } });
  });

  it('uploadForm fails with offline and sends nothing without a network', async () => {
    setPorts({ online: () => false });
    expect(await upload()).toMatchObject({ ok: false, refusal: { code: 'offline' } });
    expect(request.opened).toBeNull();
  });

  it('uploadForm returns code, fields, waiting time and request id of a refusal', async () => {
    const response = upload();
    const errors = { surname: ['required'] };
    request.respond(
      422,
      { code: 'validation_failed', message: '', request_id: 'r', errors },
      { 'X-Request-Id': 'r-1', 'Retry-After': '7' },
    );
    expect(await response).toEqual({
      ok: false,
      status: 422,
      refusal: { code: 'validation_failed', fields: errors, retryAfter: 7, requestId: 'r-1' },
    });
  });

  it('uploadForm can be aborted', async () => {
    const controller = new AbortController();
    const response = upload({ signal: controller.signal });
    controller.abort();
    expect((await response).ok).toBe(false);
  });

  it('uploadForm fails with token_required without a token', async () => {
    const response = await uploadForm('updateFounder', { params: { id: '1' }, form, locale: 'ru' });
    expect(response).toMatchObject({ ok: false, refusal: { code: 'token_required' } });
  });
});

describe('exchange', () => {
  it('exchange of a call without a body reports the progress of its response, and returns its bytes', async () => {
    const response = exchange('GET', '/a', {}, null, { onProgress: (percent) => percents.push(percent) });
    for (const loaded of [1, 3]) request.onprogress?.({ lengthComputable: true, loaded, total: 3 });
    request.respond(200, 12);
    const got = await response;
    expect(typeof got === 'string' ? got : [...got.bytes]).toEqual([0x31, 0x32]);
    expect(percents).toEqual([33, 100]);
  });
});
