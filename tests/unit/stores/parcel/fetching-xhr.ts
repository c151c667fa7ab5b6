/** An XMLHttpRequest that uses the given `fetch`, since neither Node nor workerd has one. */
export function fetchingXhr(fetch: (path: string, request: RequestInit) => Promise<Response>): XMLHttpRequest {
  const headers = new Headers();
  let [method, path] = ['', ''];
  let responseHeaders = new Headers();
  const request = {
    upload: {} as { onprogress?: (event: object) => void; onload?: () => void },
    status: 0,
    response: new ArrayBuffer(0),
    onload: () => {},
    onerror: () => {},
    onabort: () => {},
    open(...opened: [string, string]) {
      [method, path] = opened;
    },
    setRequestHeader: (name: string, value: string) => headers.set(name, value),
    getResponseHeader: (name: string) => responseHeaders.get(name),
    abort: () => request.onabort(),
    async send(body: Uint8Array<ArrayBuffer> | null) {
      try {
        const response = await fetch(path, { method, headers, ...(body && { body }) });
        responseHeaders = response.headers;
        if (body) request.upload.onprogress?.({ lengthComputable: true, loaded: body.length, total: body.length });
        if (body) request.upload.onload?.();
        Object.assign(request, { status: response.status, response: await response.arrayBuffer() });
        request.onload();
      } catch {
        request.onerror();
      }
    },
  };
  return request as unknown as XMLHttpRequest;
}
