/** The districts of Uzbekistan, each in one region (requirements: districts); districts.json has their names by id, from 1. */
import type { Locale } from '../i18n/locales.ts';
import rows from './districts.json' with { type: 'json' };
import { regionOf } from './place-ids.ts';
import { type Place, regions } from './regions.ts';

interface District extends Place {
  regionId: number;
}

export const DISTRICTS: readonly District[] = rows.map(([uz = '', ru = '', en = ''], index) => ({
  id: index + 1,
  regionId: regionOf(index + 1),
  uz,
  ru,
  en,
}));

export function districtsOf(regionId: string, locale: Locale): District[] {
  const own = DISTRICTS.filter((entry) => String(entry.regionId) === regionId);
  return regions.byName(own, locale);
}

/** `''` for an unknown id. */
export const districtName = (id: string, locale: Locale): string => regions.nameOf(DISTRICTS, id, locale);
