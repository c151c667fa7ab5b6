/** Types of message keys, from the texts themselves: an unknown key is a type error. */
import type admin from '../../locales/admin/ru.json';
import type application from '../../locales/application/ru.json';
import type auth from '../../locales/auth/ru.json';
import type employee from '../../locales/employee/ru.json';
import type forms from '../../locales/forms/ru.json';
import type home from '../../locales/home/ru.json';
import type messages from '../../locales/messages/ru.json';
import type parcel from '../../locales/parcel/ru.json';
import type passport from '../../locales/passport/ru.json';
import type terms from '../../locales/terms/ru.json';
import type { KeyPaths } from '../domain/i18n/key-paths.ts';
import type { Namespace } from '../domain/i18n/locales.ts';

interface Words {
  admin: typeof admin;
  application: typeof application;
  auth: typeof auth;
  employee: typeof employee;
  forms: typeof forms;
  home: typeof home;
  messages: typeof messages;
  parcel: typeof parcel;
  passport: typeof passport;
  terms: typeof terms;
}

type Keys = { [N in Namespace]: KeyPaths<Words[N]> };

export type TextKey<N extends Namespace> = Keys[N];

export interface TextOptions extends Record<string, unknown> {
  context?: unknown;
  count?: unknown;
}

/** The texts of a namespace in one language. */
export interface Text<N extends Namespace> {
  (key: TextKey<N>, options?: TextOptions): string;
  /** For a key that is built from data: `''` if it has no text. */
  find(key: string, options?: TextOptions): string;
}
