/** `<photo-sender>`: the page of a photo's link, prerendered. `data-when`: the views of an element; `data-do`: a button's action. */
import { isPhoto } from '../domain/kinds/file.ts';
import { readChosenFile } from '../stores/application/choose-file.ts';
import {
  acceptInThisBrowser,
  type FileChange,
  hasPreview,
  type PickedFile,
  pickedFile,
} from '../stores/application/picked-file.ts';
import { followLink } from '../stores/browser/link-key.ts';
import type { ChosenFile } from '../stores/device/form-values.ts';
import { PhotoSender } from '../stores/parcel/photo-sender.ts';

const NAMED_PHASES: readonly string[] = ['opened', 'working', 'sending', 'stopped', 'waiting'];

type View = ReturnType<PhotoSender['$view']['get']>['phase'] | 'picked' | 'asked';

class PhotoSenderPage extends HTMLElement {
  private readonly sender = new PhotoSender();
  private picked: ChosenFile | null = null;
  /** The file that is being read, the last one chosen. */
  private reading: PickedFile | null = null;
  private change: FileChange | null = null;
  /** The chosen JPEG has no end mark: it is sent only if the person confirms that it is complete. */
  private lacksEnd = false;

  connectedCallback(): void {
    const { sender } = this;
    const actions: Record<string, () => void> = {
      accept: () => sender.accept(),
      retry: () => void sender.retry(),
      cancel: () => void sender.cancel(),
      other: () => this.showPicked(null),
      whole: () => {
        this.lacksEnd = false;
        this.render();
      },
      send: () => {
        if (this.picked) void sender.send(this.picked);
      },
    };
    for (const button of this.querySelectorAll<HTMLButtonElement>('[data-do]')) {
      const action = actions[button.dataset.do ?? ''];
      if (action) button.addEventListener('click', action);
    }
    for (const input of this.querySelectorAll('input')) {
      input.addEventListener('change', () => {
        const picked = input.files && pickedFile({ files: input.files });
        // Allows the same file to be chosen again.
        input.value = '';
        if (picked) void this.choose(picked);
      });
    }
    addEventListener('beforeunload', (event) => {
      if (['picked', 'asked', 'sending', 'stopped'].includes(this.view())) event.preventDefault();
    });
    sender.$view.subscribe(() => this.render());
    // A second link opened over this one loads no page.
    followLink((link) => void sender.open(link));
  }

  private view(): View {
    const { phase } = this.sender.$view.get();
    if (phase !== 'working' || !this.picked) return phase;
    return this.lacksEnd ? 'asked' : 'picked';
  }

  private async choose(picked: PickedFile): Promise<void> {
    this.reading = picked;
    // Removed first, so that the same issue is shown and spoken again.
    this.sender.refuse(null);
    const result = await readChosenFile(picked, isPhoto(this.requestText()?.dataset.kind ?? '') ? 'photo' : 'file');
    // Another file was chosen, or another link opened, while this one was read.
    if (this.reading !== picked) return;
    this.sender.refuse(result.ok ? null : result.code);
    this.change = result.ok ? result.change : null;
    this.lacksEnd = result.ok && result.lacksEnd === true;
    this.showPicked(result.ok ? result.file : null);
    if (result.ok) this.preview(result.file);
  }

  /** Shows a file before it is sent; null returns to the choice. */
  private showPicked(file: ChosenFile | null): void {
    this.picked = file;
    const picture = this.querySelector('img');
    const name = this.querySelector('[data-name]');
    if (picture) picture.hidden = true;
    if (name) name.textContent = file?.name ?? '';
    this.render();
  }

  /** A data URL, since pages without islands allow no other pictures (domain/security/headers.ts). */
  private preview(file: ChosenFile): void {
    const picture = this.querySelector('img');
    if (!picture || !hasPreview(file)) return;
    const reader = new FileReader();
    reader.onload = () => {
      if (this.picked !== file) return;
      picture.src = String(reader.result);
      picture.hidden = false;
    };
    reader.readAsDataURL(file.blob);
  }

  /** The text for the requested document; undefined if this version does not know it. */
  private requestText(): HTMLElement | undefined {
    const { index } = this.sender.$view.get();
    if (!index) return undefined;
    const { type, path } = index;
    const key = `${type ?? ''}/${path.replace(/\.\d+\./, '.')}`;
    return [...this.querySelectorAll<HTMLElement>('[data-document]')].find((each) => each.dataset.document === key);
  }

  private render(): void {
    const state = this.sender.$view.get();
    // A file that was sent can't be chosen again: after a rejection the person chooses another one.
    if (state.phase !== 'working') {
      this.picked = null;
      this.reading = null;
    }
    const requestText = this.requestText();
    const view = NAMED_PHASES.includes(state.phase) && !requestText ? 'unreadable' : this.view();
    const showOnly = (name: string, isShown: (value: string, element: HTMLElement) => boolean) => {
      for (const element of this.querySelectorAll<HTMLElement>(`[data-${name}]`)) {
        element.hidden = !isShown(element.dataset[name] ?? '', element);
      }
    };
    showOnly('when', (views) => views.split(' ').includes(view));
    showOnly('document', (_key, element) => element === requestText);
    const issue = state.phase === 'working' ? (state.index?.issue ?? null) : null;
    const own = `${requestText?.dataset.kind} ${issue}`;
    const hasOwn = this.querySelector(`[data-issue="${own}"]`) !== null;
    showOnly('issue', (code) => code === (hasOwn ? own : issue));
    showOnly('change', (change) => change === this.change);
    const advice = state.refusal?.retryAfter ? 'limit' : 'again';
    showOnly('refusal', (kind) => state.refusal !== null && kind === advice);
    for (const input of this.querySelectorAll('input')) {
      const accept = requestText?.dataset.accept ?? '';
      // If another type than a picture is accepted, Android opens files instead of the camera.
      input.accept = input.hasAttribute('capture') ? pictureTypes(accept) : acceptInThisBrowser(accept);
    }
    const progress = this.querySelector('progress');
    if (progress && state.phase === 'sending') progress.value = state.percent;
    // The pressed button may be gone, so the focus moves.
    const { activeElement } = document;
    if (
      activeElement instanceof HTMLElement &&
      this.contains(activeElement) &&
      activeElement.getClientRects().length === 0
    ) {
      this.querySelector('h1')?.focus({ preventScroll: true });
    }
  }
}

const pictureTypes = (accept: string) =>
  accept
    .split(',')
    .filter((type) => type.startsWith('image/'))
    .join(',');

customElements.define('photo-sender', PhotoSenderPage);
