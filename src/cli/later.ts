// The contract of the command line names these; this version does not have them. They are absent
// from --help and end with 2, so a script notices instead of starting something else.
const LATER_COMMANDS: readonly string[] = ['sessions', 'doctor', 'replay'];
const LATER_OPTIONS: readonly string[] = ['-c', '--continue', '--resume'];

/** The sentence for a command that a later version brings, or null. */
export function laterCommand(word: string): string | null {
	if (!LATER_COMMANDS.includes(word)) return null;
	return `"acp-tui ${word}" is not in this version; as a prompt it goes after --`;
}

/** The sentence for an option that a later version brings, or null. */
export function laterOption(flag: string): string | null {
	const name = flag.split('=', 1)[0] ?? flag;
	return LATER_OPTIONS.includes(name) ? `${name} is not in this version` : null;
}
