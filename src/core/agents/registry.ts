export type DistributionKind = 'binary' | 'npx' | 'uvx';

export type BinaryTarget = {
	/** An http(s) or file address, or a path relative to the index. */
	readonly archive: string;
	/** A path inside the archive (`./my-agent`, on Windows with backslashes), or a system command (`node`). */
	readonly cmd: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly sha256: string | null;
};

/** A package with its pin: `@scope/name@1.2.3`, with uvx also `name==1.2`. */
export type PackageDistribution = {
	readonly package: string;
	/** The executable in the package; null for the one that the package names itself. */
	readonly cmd: string | null;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
};

/** An agent of a registry's index, checked: every text is one harmless line, every address http(s) or null. */
export type RegistryEntry = {
	readonly id: string;
	readonly name: string;
	readonly version: string;
	readonly description: string;
	readonly license: string | null;
	readonly licenseUrl: string | null;
	readonly repository: string | null;
	readonly authors: readonly string[];
	readonly distribution: {
		readonly binary: ReadonlyMap<string, BinaryTarget> | null;
		readonly npx: PackageDistribution | null;
		readonly uvx: PackageDistribution | null;
	};
};

export type SkippedEntry = { readonly id: string; readonly reason: string };

export type RegistryIndex = {
	readonly entries: ReadonlyMap<string, RegistryEntry>;
	readonly skipped: readonly SkippedEntry[];
	/** Agents that the registry reports as broken, and why, by id. */
	readonly quarantine: ReadonlyMap<string, string>;
	/** Date of the registry's content, `YYYY-MM-DD`; null where it is unknown. */
	readonly date: string | null;
};

/** The kinds of distribution of an entry, the preferred one first. */
export function kindsOf({ distribution }: RegistryEntry): readonly DistributionKind[] {
	const kinds: readonly DistributionKind[] = ['binary', 'npx', 'uvx'];
	return kinds.filter((kind) => distribution[kind] !== null);
}
