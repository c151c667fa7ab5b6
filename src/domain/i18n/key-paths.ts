/** A name without its context, its plural form, or both: `title_founder_other` → `title_founder`, `title`. */
type General<Name> = Name extends `${infer Base}_${infer Rest}` ? Base | `${Base}_${General<Rest>}` : never;

/** The keys of a locale file's texts, such as `title` or `review.title`: an unknown key is a type error. */
export type KeyPaths<Texts> = Texts extends string
  ? never
  : { [K in keyof Texts & string]: K | General<K> | `${K}.${KeyPaths<Texts[K]>}` }[keyof Texts & string];
