/** The 14 regions of Uzbekistan: Karakalpakstan, twelve regions and Tashkent City (requirements: districts). */
import type { Locale } from '../i18n/locales.ts';

export interface Place {
  id: number;
  uz: string;
  ru: string;
  en: string;
}

const region = (id: number, uz: string, ru: string, en: string): Place => ({ id, uz, ru, en });

const REGIONS: readonly Place[] = [
  region(1, 'Qoraqalpogʻiston Respublikasi', 'Республика Каракалпакстан', 'Republic of Karakalpakstan'),
  region(2, 'Andijon viloyati', 'Андижанская область', 'Andijan Region'),
  region(3, 'Buxoro viloyati', 'Бухарская область', 'Bukhara Region'),
  region(4, 'Jizzax viloyati', 'Джизакская область', 'Jizzakh Region'),
  region(5, 'Qashqadaryo viloyati', 'Кашкадарьинская область', 'Kashkadarya Region'),
  region(6, 'Navoiy viloyati', 'Навоийская область', 'Navoi Region'),
  region(7, 'Namangan viloyati', 'Наманганская область', 'Namangan Region'),
  region(8, 'Samarqand viloyati', 'Самаркандская область', 'Samarkand Region'),
  region(9, 'Surxondaryo viloyati', 'Сурхандарьинская область', 'Surkhandarya Region'),
  region(10, 'Sirdaryo viloyati', 'Сырдарьинская область', 'Syrdarya Region'),
  region(11, 'Toshkent viloyati', 'Ташкентская область', 'Tashkent Region'),
  region(12, 'Fargʻona viloyati', 'Ферганская область', 'Fergana Region'),
  region(13, 'Xorazm viloyati', 'Хорезмская область', 'Khorezm Region'),
  region(14, 'Toshkent shahri', 'город Ташкент', 'Tashkent City'),
];

export const regions = {
  nameOf: (places: readonly Place[], id: string, locale: Locale): string =>
    places.find((place) => String(place.id) === id)?.[locale] ?? '',
  /** By lower-case letters; a test compares it with `Intl.Collator`, whose first use takes a throttled phone 50 ms. */
  byName<P extends Place>(places: readonly P[], locale: Locale): P[] {
    const name = (place: P) => place[locale].toLowerCase();
    return [...places].sort((a, b) => (name(a) < name(b) ? -1 : 1));
  },
  all: REGIONS,
  in: (locale: Locale): Place[] => regions.byName(REGIONS, locale),
  /** `''` for an unknown id. */
  name: (id: string, locale: Locale): string => regions.nameOf(REGIONS, id, locale),
};
