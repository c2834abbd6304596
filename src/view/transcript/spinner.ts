const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** What stands still for those who want it so. */
const STILL = '⠿';

/** The spinner's picture in a frame; any number is one, null stands still. */
export function spinnerFrame(frame: number | null): string {
	if (frame === null) return STILL;
	const index = Math.floor(Math.abs(frame)) % FRAMES.length;
	return FRAMES[index] ?? '⠋';
}
