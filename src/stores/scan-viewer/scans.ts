/** Opens scans in the sandboxed frame beside the answers. The frame can fetch nothing, so the page passes it the bytes. */
import { matchesReading } from '../../domain/passport/filling-in.ts';
import { type PassportReading, ZONE_FIELDS } from '../../domain/passport/reading.ts';
import { readPassport } from '../passport-reader/read-passport.ts';
import { passDecoder } from '../pdf/fetch-decoder.ts';

const section = document.querySelector<HTMLElement>('.scans');
const frame = section?.querySelector('iframe');
const state = section?.querySelector<HTMLElement>('.scans__state');

if (section && frame && state) {
  const words = JSON.parse(section.dataset.words ?? '{}') as Record<string, string>;
  const tools = section.querySelector<HTMLElement>('.scans__tools');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.scans__open')];
  let ready: Promise<void> | null = null;
  let latest = 0;

  const send = (message: object) => frame.contentWindow?.postMessage(message, '*');
  const setStatus = (key: string) => {
    state.textContent = key && (words[key] ?? '');
  };

  const open = async (link: HTMLAnchorElement) => {
    const turn = ++latest;
    for (const other of links) other.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    setStatus('loading');
    // Empties the frame, which would otherwise show the earlier scan as this one.
    send({ turn });
    ready ??= new Promise((resolve) => {
      frame.addEventListener('load', () => resolve(), { once: true });
      frame.src = '/scan';
    });
    try {
      const [response] = await Promise.all([fetch(link.href), ready]);
      if (!response.ok) throw new Error(String(response.status));
      const bytes = await response.arrayBuffer();
      if (turn === latest)
        send({
          turn,
          bytes,
          type: link.dataset.type,
          words,
          name: [...link.children].map((part) => part.textContent).join(', '),
        });
    } catch {
      if (turn === latest) setStatus('failed');
    }
  };

  for (const link of links)
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void open(link);
    });
  window.addEventListener('message', ({ source, data, ports }) => {
    if (source !== frame.contentWindow) return;
    if (data.decoder) void passDecoder(data.decoder, ports[0]);
    else if (data.turn === latest) setStatus(data.shortfall);
  });
  tools?.addEventListener('click', ({ target }) => {
    const tool = target instanceof HTMLElement && target.dataset.tool;
    if (tool) send({ tool });
  });
  if (tools) tools.hidden = false;
  const [first] = links;
  if (first) void open(first);
}

/** Reads the passport's lines in the officer's browser, on request, and shows them beside the answers. */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}
/** Trusted Types: the reader starts its worker by URL, and only the desk's own scripts are allowed. */
(globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    if (new URL(url, location.href).href.startsWith(`${location.origin}/assets/`)) return url;
    throw new TypeError('not a script of the desk');
  },
});

type Words = Record<string, string> & { labels: Record<string, string> };

for (const reader of document.querySelectorAll<HTMLElement>('.reader')) {
  const words = JSON.parse(reader.dataset.words ?? '{}') as Words;
  const answers = JSON.parse(reader.dataset.answers ?? '{}') as Record<string, string>;
  const state = reader.querySelector<HTMLElement>('[role=status]');
  const result = reader.querySelector<HTMLElement>('.reader__result');
  const button = reader.querySelector('button');
  const setStatus = (text = '') => state?.replaceChildren(text);
  reader.hidden = false;
  button?.addEventListener('click', async () => {
    button.disabled = true;
    setStatus(words.reading);
    result?.replaceChildren();
    try {
      const response = await fetch(reader.dataset.scan ?? '');
      if (!response.ok) throw new Error(String(response.status));
      const options = { signal: new AbortController().signal, today: reader.dataset.today ?? '' };
      const outcome = await readPassport(await response.blob(), options);
      if (outcome.result === 'read') {
        result?.replaceChildren(pictureOf(outcome.lines, words.picture ?? ''), tableOf(outcome.reading));
        setStatus(words.done);
      } else setStatus(words[outcome.result] ?? words.noZone);
    } catch {
      setStatus(words.failed);
    }
    button.disabled = false;
  });

  function tableOf(reading: PassportReading): HTMLElement {
    const table = document.createElement('table');
    const row = (cells: readonly string[], kind: 'td' | 'th', isDifferent = false) => {
      const line = table.insertRow();
      if (isDifferent) line.dataset.differs = '';
      line.append(
        ...cells.map((text, at) =>
          Object.assign(document.createElement(at === 0 ? 'th' : kind), { textContent: text }),
        ),
      );
    };
    row([words.field, words.typed, words.read, words.verdict].map(String), 'th');
    for (const field of ZONE_FIELDS) {
      const { value } = reading[field];
      const isSame = value !== undefined && matchesReading(field, answers, value);
      const verdict = value === undefined ? words.unread : isSame ? words.same : words.differs;
      const cells = [words.labels[field], answers[field], value ?? '', verdict].map((text) => text ?? '');
      row(cells, 'td', value !== undefined && !isSame);
    }
    return table;
  }
}

function pictureOf(lines: Blob, alt: string): HTMLElement {
  return Object.assign(new Image(), { src: URL.createObjectURL(lines), alt });
}
