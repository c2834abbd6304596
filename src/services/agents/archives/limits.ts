/** Limits of one archive, counted while it is unpacked, whatever its headers say. */
export type UnpackLimits = {
	readonly bytes: number;
	readonly entries: number;
};

/** 2 GB and 100,000 entries: several times the largest agent known. */
export const UNPACK_LIMITS: UnpackLimits = { bytes: 2_000_000_000, entries: 100_000 };
