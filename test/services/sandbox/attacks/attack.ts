/**
 * One way to change a file of the workspace or of the home directory, or to read one that is not shown. `line` is a
 * line of /bin/sh that runs in the workspace, with `W` (workspace), `H` (home), `T` (a temporary folder), `F`
 * (a file of the workspace) and `P` (a program of the workspace that changes files in both) in its environment.
 */
export type Attack = {
	readonly name: string;
	readonly line: string;
	/** A program that it needs; without it the attack is passed over. */
	readonly needs?: string;
	/** It would reach beyond the scratch folders of the test if nothing held it: never run outside of a sandbox. */
	readonly isInsideOnly?: true;
};

/** Attacks of a table whose rows are a name and a line. */
export function attacksOf(
	group: string,
	rows: readonly (readonly [name: string, line: string, needs?: string])[],
): readonly Attack[] {
	return rows.map(([name, line, needs]) => ({
		name: `${group}: ${name}`,
		line,
		...(needs === undefined ? {} : { needs }),
	}));
}
