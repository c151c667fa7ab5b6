/** Ids of places in Uzbekistan without their names (requirements: districts). */

/** The last district of each region, regions from 1; district ids are consecutive. */
const LAST_DISTRICTS = [17, 33, 46, 59, 74, 85, 99, 115, 130, 141, 163, 182, 195, 207];

export function isRegion(id: string): boolean {
  return LAST_DISTRICTS.some((_, index) => String(index + 1) === id);
}

export const regionOf = (district: number) => LAST_DISTRICTS.findIndex((last) => district <= last) + 1;

export function isDistrictOf(id: string, region: string): boolean {
  return /^[1-9]\d*$/.test(id) && String(regionOf(Number(id))) === region;
}
