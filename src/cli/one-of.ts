/** `a`, `a or b`, `a, b or c`: what a value may be, in a sentence. */
export function oneOf(choices: readonly string[]): string {
	const last = choices.at(-1) ?? '';
	return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}
