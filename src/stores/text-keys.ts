/** Types of message keys, from the texts themselves: an unknown key is a type error. */
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
