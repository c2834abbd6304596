/** Writes to standard output and returns the exit code 0 when the system has it. */
export async function printText(text: string): Promise<number> {
	// The reader may close the pipe early (`| head`), which is no failure.
	process.stdout.on('error', () => {});
	await new Promise<void>((done) => process.stdout.write(text, () => done()));
	return 0;
}
