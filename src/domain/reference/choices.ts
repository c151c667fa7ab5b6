/** Short lists (requirements: choices); words for kinship are in `locales/forms`. */

export const GENDERS = [
  { value: 'male', label_en: 'Male', label_ru: 'Мужской' },
  { value: 'female', label_en: 'Female', label_ru: 'Женский' },
] as const;

/** The wire's second spelling of a gender (requirements: repeated-answers). */
export function sexOf(gender: string): 'man' | 'female' {
  return gender === 'male' ? 'man' : 'female';
}

export const KINSHIP = ['husband', 'wife', 'father', 'mother', 'son', 'daughter'] as const;

export const MONTHS: readonly string[] = Array.from({ length: 34 }, (_, index) => String(index + 3));
