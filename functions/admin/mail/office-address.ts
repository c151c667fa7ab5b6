/** Where the office reads its mail: the setting, else the address that the owner names on the pages; null where neither is set. */
import { OWNER } from '../../../src/content/owner.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { messagesTo } from '../runtime/settings.ts';

export const officeAddress = (env: Pick<AdminEnv, 'MESSAGES_TO'>): string | null => messagesTo(env) ?? OWNER.email;
