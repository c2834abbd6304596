const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** The spinner's picture in a frame; any number is one. */
export function spinnerFrame(frame: number): string {
	const index = Math.floor(Math.abs(frame)) % FRAMES.length;
	return FRAMES[index] ?? '⠋';
}
