/** How long to wait for the stop to take hold: where nobody could continue us, the kernel ignores it. */
const TAKES_HOLD = 150;

/**
 * Stops this job as ctrl+z does in any program, the processes that started us included; settles when
 * it goes on. The agents are in groups of their own and go on working.
 */
export async function suspendProcess(): Promise<void> {
	await new Promise<void>((resolve) => {
		const goOn = (): void => {
			clearTimeout(timer);
			process.off('SIGCONT', goOn);
			// The kernel tells a new size to the job in the foreground only, so this one asks for itself.
			process.once('SIGWINCH', () => resolve());
			process.kill(process.pid, 'SIGWINCH');
		};
		process.on('SIGCONT', goOn);
		const timer = setTimeout(goOn, TAKES_HOLD);
		process.kill(0, 'SIGTSTP');
	});
}
