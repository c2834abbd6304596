/** What one archive may come to. Counted while it is unpacked, whatever its headers say. */
export type UnpackLimits = {
	/** Bytes of all files together. */
	readonly bytes: number;
	/** Files, folders and links together. */
	readonly entries: number;
};

/** 2 GB and 100,000 entries: several times the largest agent known. */
export const UNPACK_LIMITS: UnpackLimits = { bytes: 2_000_000_000, entries: 100_000 };
