const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

const STILL = '⠿';

export function spinnerFrame(frame: number | null): string {
	if (frame === null) return STILL;
	const index = Math.floor(Math.abs(frame)) % FRAMES.length;
	return FRAMES[index] ?? '⠋';
}
