/** What the host sees of a parcel without its link: an id, sealed bytes, sizes, times (docs/decisions/sealed-parcels.md). */

/** Header of each call: the access key, base64url. The host stores only its SHA-256. */
export const ACCESS_HEADER = 'Parcel-Key';
/** Header of the call that creates a parcel: one of {@link LIFETIMES}, in seconds. */
export const LIFETIME_HEADER = 'Parcel-Lifetime';
/** Header of reads: the seconds left, independent of device clocks. */
export const SECONDS_LEFT_HEADER = 'Parcel-Seconds-Left';

export const LIFETIMES = { photo: 15 * 60, draft: 24 * 60 * 60, company: 30 * 24 * 60 * 60 } as const;
export type ParcelKind = keyof typeof LIFETIMES;

/** Largest sealed index in bytes. The index describes the parcel's content and state. */
export const MAX_INDEX = 64 * 1024;
export const MAX_BLOB = 12 * 1024 * 1024;

/** Limits that only the host enforces. */
export const HOST_LIMITS = {
  parcelBytes: 100 * 1024 * 1024,
  blobs: 64,
} as const;

/** 128 bits, base64url: a parcel's or blob's id. */
export const PARCEL_ID = /^[A-Za-z0-9_-]{22}$/;
export const ACCESS_KEY = /^[A-Za-z0-9_-]{43}$/;
