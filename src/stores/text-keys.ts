/** Types of message keys, from the texts themselves: an unknown key is a type error. */
import type { KeyPaths } from '../domain/i18n/key-paths.ts';
import type { Namespace } from '../domain/i18n/locales.ts';

interface Words {
  admin: typeof import('../../locales/admin/ru.json');
  application: typeof import('../../locales/application/ru.json');
  auth: typeof import('../../locales/auth/ru.json');
  employee: typeof import('../../locales/employee/ru.json');
  forms: typeof import('../../locales/forms/ru.json');
  home: typeof import('../../locales/home/ru.json');
  messages: typeof import('../../locales/messages/ru.json');
  parcel: typeof import('../../locales/parcel/ru.json');
  passport: typeof import('../../locales/passport/ru.json');
  terms: typeof import('../../locales/terms/ru.json');
}

type Keys = { [N in Namespace]: KeyPaths<Words[N]> };

export type TextKey<N extends Namespace> = Keys[N];

export interface TextOptions extends Record<string, unknown> {
  context?: unknown;
  count?: unknown;
}

export interface Text<N extends Namespace> {
  (key: TextKey<N>, options?: TextOptions): string;
  /** For a key that is built from data: `''` if it has no text. */
  find(key: string, options?: TextOptions): string;
}
