/** What a parcel is to everybody without its link: an id, sealed bytes, sizes, times (docs/decisions/sealed-parcels.md). */

/** Header of each call to a parcel: the access key, base64url. The host stores its SHA-256 only. */
export const ACCESS_HEADER = 'Parcel-Key';
/** Header of the call that creates a parcel: one of {@link LIFETIMES}, seconds. */
export const LIFETIME_HEADER = 'Parcel-Lifetime';
/** Header of what is read: the seconds that are left. No clock of a device counts. */
export const LEFT_HEADER = 'Parcel-Seconds-Left';

/** Seconds that a parcel lives, by what it is for. */
export const LIFETIMES = { photo: 15 * 60, draft: 24 * 60 * 60, company: 30 * 24 * 60 * 60 } as const;
export type ParcelKind = keyof typeof LIFETIMES;

/** Bytes, sealed. The index says what is in the parcel, and how far it is. */
export const MAX_INDEX = 64 * 1024;
export const MAX_BLOB = 12 * 1024 * 1024;
export const MAX_PARCEL = 100 * 1024 * 1024;
export const MAX_BLOBS = 64;

/** Maximum downloads per blob revision: parcels are not public storage. Reads of the index are limited by the rate only. */
export const MAX_READS = 40;

/**
 * Bytes that one network may write in an hour (UTC), small and large writes apart: large blobs leave room for links and
 * answers. A carrier may give one address to hundreds. Each write counts as {@link LEAST_COST} at least, so that one-byte
 * parcels, as many as the rate of calls allows, use up a quarter of the allowance.
 */
export const HOURLY = { small: 8 * 1024 * 1024, large: 512 * 1024 * 1024 } as const;
export type SizeClass = keyof typeof HOURLY;
/** About what a row costs, in bytes. */
export const LEAST_COST = 128;

/** The allowance that a write of so many bytes counts to: small is what may be an index. */
export const sizeClassOf = (bytes: number): SizeClass => (bytes <= MAX_INDEX ? 'small' : 'large');

/** 128 bits, base64url: of a parcel, and of a blob in it. */
export const PARCEL_ID = /^[A-Za-z0-9_-]{22}$/;
/** 256 bits, base64url. */
export const ACCESS_KEY = /^[A-Za-z0-9_-]{43}$/;
