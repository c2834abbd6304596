/** Milliseconds for the stop to take effect: where nobody could continue us, the kernel ignores it. */
const TAKES_HOLD = 150;

/** Stops this job as ctrl+z does, with the processes that started us. Agents keep working in their own groups. */
export async function suspendProcess(): Promise<void> {
	await new Promise<void>((resolve) => {
		const goOn = (): void => {
			clearTimeout(timer);
			process.off('SIGCONT', goOn);
			// The kernel reports a new size to the foreground job only, so this one asks for itself.
			process.once('SIGWINCH', () => resolve());
			process.kill(process.pid, 'SIGWINCH');
		};
		process.on('SIGCONT', goOn);
		const timer = setTimeout(goOn, TAKES_HOLD);
		process.kill(0, 'SIGTSTP');
	});
}
