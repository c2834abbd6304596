/** Standard input, as far as it is stopped here. */
type Input = { pause(): unknown };

/**
 * Leaves what is typed from now on to another program. Ink lets go of standard input, but the read
 * that it had asked for is still waiting and would take the first key from an editor.
 */
export async function releaseInput(stdin: Input): Promise<void> {
	// A stream looks after its listeners, and stops its reads, in the ticks after it was told.
	await nextTurn();
	stdin.pause();
	await nextTurn();
}

function nextTurn(): Promise<void> {
	return new Promise((resolve) => {
		setImmediate(resolve);
	});
}
