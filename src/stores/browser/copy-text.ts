/** Copies the text of an element; where that fails, selects it. */
import { ports } from './ports.ts';

/** How long a copy may take: some browsers never respond. */
const ANSWER_MS = 2000;

/** @returns false after 2 s, or where there is no clipboard or it refuses: the text is then selected, to be copied by hand */
export async function copyFrom(source: HTMLElement): Promise<boolean> {
  const isBox = source instanceof HTMLInputElement;
  if (await writeClipboard(isBox ? source.value : (source.textContent ?? ''))) return true;
  if (isBox) {
    source.focus();
    source.select();
  } else getSelection()?.selectAllChildren(source);
  return false;
}

function writeClipboard(text: string): Promise<boolean> {
  return new Promise((done) => {
    const cancel = ports.after(ANSWER_MS, () => done(false));
    const end = (isCopied: boolean) => {
      cancel();
      done(isCopied);
    };
    // Browsers inside messengers, and pages without HTTPS, have no clipboard.
    const writing = (async () => navigator.clipboard.writeText(text))();
    writing.then(
      () => end(true),
      () => end(false),
    );
  });
}
