/** Opens scans in the sandboxed frame beside the answers. The frame can fetch nothing, so the page passes it the bytes. */
import './reader.ts';

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
          bytes,
          type: link.dataset.type,
          page: words.page,
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
  window.addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow) setStatus(data === 'shown' ? '' : 'failed');
  });
  tools?.addEventListener('click', ({ target }) => {
    const tool = target instanceof HTMLElement && target.dataset.tool;
    if (tool) send({ tool });
  });
  if (tools) tools.hidden = false;
  const [first] = links;
  if (first) void open(first);
}
