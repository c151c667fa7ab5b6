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

/** A name without its context, its plural form, or both: `title_founder_other` → `title_founder`, `title`. */
type General<Name> = Name extends `${infer Base}_${infer Rest}` ? Base | `${Base}_${General<Rest>}` : never;

type Paths<T> = T extends string
  ? never
  : { [K in keyof T & string]: K | General<K> | `${K}.${Paths<T[K]>}` }[keyof T & string];

type Keys = { [N in Namespace]: Paths<Words[N]> };

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
