/** Stands where Cloudflare's `send_email` binding stands: the same method, reached as a service binding. */
import { WorkerEntrypoint } from 'cloudflare:workers';

interface LocalEnv {
  /** Where mail goes on this machine (mailbox.ts). */
  LOCAL_MAILBOX: string;
}

export class LocalMail extends WorkerEntrypoint<LocalEnv> {
  /** Hands a mail to the mailbox. @throws Error when it was not saved */
  async send(mail: object): Promise<{ messageId: string }> {
    const response = await fetch(this.env.LOCAL_MAILBOX, { method: 'POST', body: JSON.stringify(mail) });
    if (!response.ok) throw new Error(`the local mailbox responded with ${response.status}`);
    return { messageId: crypto.randomUUID() };
  }
}
