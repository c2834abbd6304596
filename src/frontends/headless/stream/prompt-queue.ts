/** Prompts of a conversation that wait for the one before them. */
export function createPromptQueue() {
	const waiting: string[] = [];
	let isClosed = false;
	let wake = (): void => {};
	let running = new AbortController();

	return {
		add(text: string): void {
			waiting.push(text);
			wake();
		},
		/** Settles with the next prompt, or null when no more will come. */
		async next(): Promise<string | null> {
			while (waiting.length === 0 && !isClosed) {
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
			return waiting.shift() ?? null;
		},
		/** Aborts when the prompt that begins is cancelled. */
		begin(): AbortSignal {
			running = new AbortController();
			return running.signal;
		},
		cancel: (): void => running.abort(),
		isClosed: (): boolean => isClosed,
		close(): void {
			isClosed = true;
			wake();
		},
		/** Drops what waits, too. */
		stop(): void {
			waiting.length = 0;
			isClosed = true;
			wake();
		},
	};
}
