import { WorkerEntrypoint } from 'cloudflare:workers';

/** The embedded admin host on this machine, with the local mail binding in the same worker. */
export { default } from '../../admin/index.ts';

interface LocalEnv {
  /** The address of the mailbox (mailbox.ts). */
  LOCAL_MAILBOX: string;
}

/** Replaces Cloudflare's `send_email` binding: the same method, as a service binding. */
export class LocalMail extends WorkerEntrypoint<LocalEnv> {
  /** Posts a mail to the mailbox. @throws Error when it was not saved */
  async send(mail: object): Promise<{ messageId: string }> {
    const response = await fetch(this.env.LOCAL_MAILBOX, { method: 'POST', body: JSON.stringify(mail) });
    if (!response.ok) throw new Error(`the local mailbox responded with ${response.status}`);
    return { messageId: crypto.randomUUID() };
  }
}
