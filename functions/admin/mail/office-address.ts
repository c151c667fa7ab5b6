/** The office's address for messages: the setting, else the owner's public address; null without either. */
import { OWNER } from '../../../src/content/owner.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { messagesTo } from '../runtime/settings.ts';

export const officeAddress = (env: Pick<AdminEnv, 'MESSAGES_TO'>): string | null => messagesTo(env) ?? OWNER.email;
