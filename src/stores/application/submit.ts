/** The portal's one submission, see submission.ts. */
import { APPLICATION_ENDPOINTS } from '../../domain/application/types.ts';
import { loadBodyForm } from '../api/body-form.ts';
import { offers } from '../api/offers.ts';
import { isReloading } from '../browser/new-version.ts';
import { ports } from '../browser/ports.ts';
import { delayClosing } from '../device/storage.ts';
import { checkEmail, draftStore } from './draft.ts';
import { $outgoing, isSending } from './outgoing.ts';
import { loadPhoneCheck } from './phone-check.ts';
import { SubmissionStore } from './submission.ts';
import { lastSubmitted, setSentApplication } from './submitted.ts';

/** How long a submission waits for its comparison. By then the sent files are read and hashed. */
const COMPARE_MS = 3000;

export const submissionStore = new SubmissionStore({
  draft: draftStore,
  send: async ({ type, ...request }) => {
    const { uploadForm } = await import('../api/upload.ts');
    // Loaded now for later use: a deployment may have removed the scripts when a response is lost, or when the receipt is made.
    void Promise.all([import('../api/public-calls.ts'), import('./receipt.ts')]).catch(() => undefined);
    return uploadForm(APPLICATION_ENDPOINTS[type].create, request);
  },
  wait: (ms) =>
    new Promise((resolve) => {
      ports.after(ms, resolve);
    }),
  online: () =>
    new Promise((resolve) => {
      if (ports.online()) resolve();
      else ports.whenOnline(resolve);
    }),
  now: () => new Date(ports.now()),
  checkEmail,
  supportsKeys: () => offers.has('idempotency_keys'),
  rememberKeySupport: () => offers.add('idempotency_keys'),
  loadBodyForm,
  loadPhoneCheck,
  onStart: delayClosing,
  storeSubmitted: async (submitted, sent, response) => {
    lastSubmitted.store(submitted);
    const application = { ...submitted, ...sent };
    setSentApplication(application);
    // Without that script, or on a slow device, nothing is compared.
    const compared = import('./receipt.ts').then(({ sentReceipt }) => sentReceipt.keep(application, response));
    const timeout = new Promise((resolve) => {
      ports.after(COMPARE_MS, () => resolve(null));
    });
    await Promise.race([compared, timeout]).catch(() => undefined);
  },
});

export const { $submission } = submissionStore;

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  if (!isReloading()) event.preventDefault();
}

$submission.subscribe((submission) => {
  $outgoing.set(submission);
  if (typeof document === 'undefined') return;
  if (isSending(submission)) addEventListener('beforeunload', warnBeforeUnload);
  else removeEventListener('beforeunload', warnBeforeUnload);
});
