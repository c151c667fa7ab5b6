/** An XMLHttpRequest that uses the given `fetch`, since neither Node nor workerd has one. */
export function fetchingXhr(fetch: (path: string, request: RequestInit) => Promise<Response>): XMLHttpRequest {
  const headers = new Headers();
  let [method, path] = ['', ''];
  let responseHeaders = new Headers();
  const request = {
    upload: {} as { onprogress?: (event: object) => void; onload?: () => void },
    status: 0,
    responseText: '',
    onload: () => {},
    onerror: () => {},
    onabort: () => {},
    open(...opened: [string, string]) {
      [method, path] = opened;
    },
    setRequestHeader: (name: string, value: string) => headers.set(name, value),
    getResponseHeader: (name: string) => responseHeaders.get(name),
    abort: () => request.onabort(),
    async send(body: Uint8Array<ArrayBuffer>) {
      try {
        const response = await fetch(path, { method, headers, body });
        responseHeaders = response.headers;
        request.upload.onprogress?.({ lengthComputable: true, loaded: body.length, total: body.length });
        request.upload.onload?.();
        Object.assign(request, { status: response.status, responseText: await response.text() });
        request.onload();
      } catch {
        request.onerror();
      }
    },
  };
  return request as unknown as XMLHttpRequest;
}
