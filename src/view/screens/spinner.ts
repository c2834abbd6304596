const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Milliseconds that one frame of the spinner stands. */
export const SPINNER_STEP = 125;

/** Which frame it is at `now`, as a number that grows. */
export function spinnerStep(now: number): number {
	return Math.floor(now / SPINNER_STEP);
}

/** The spinner's sign at `now`. */
export function spinnerFrame(now: number): string {
	return FRAMES[spinnerStep(now) % FRAMES.length] ?? '⠋';
}
