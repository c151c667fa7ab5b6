/** Ids of the places of Uzbekistan without their names (specification §3, "Reference data"). */

/** The last district of each region, regions from 1; the districts of a region have consecutive ids. */
const LAST_DISTRICTS = [17, 33, 46, 59, 74, 85, 99, 115, 130, 141, 163, 182, 195, 207];

export function isRegion(id: string): boolean {
  return LAST_DISTRICTS.some((_, index) => String(index + 1) === id);
}

/** The id of the region that a district is in. */
export const regionOf = (district: number) => LAST_DISTRICTS.findIndex((last) => district <= last) + 1;

/** @param id of a district, as text */
export function isDistrictOf(id: string, region: string): boolean {
  return /^[1-9]\d*$/.test(id) && String(regionOf(Number(id))) === region;
}
