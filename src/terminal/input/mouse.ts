export type MouseEvent = {
	readonly kind: 'wheel-up' | 'wheel-down' | 'wheel-left' | 'wheel-right' | 'press' | 'drag' | 'move' | 'release';
	readonly button: 'left' | 'middle' | 'right' | 'other' | 'none';
	readonly x: number;
	readonly y: number;
	readonly ctrl: boolean;
	readonly alt: boolean;
	readonly shift: boolean;
};

const sgrReport = /^\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])$/;

/** Reads one SGR mouse report (`[ < code ; x ; y M`, without its ESC); null for anything else. Cells count from 1. */
export function parseMouse(sequence: string): MouseEvent | null {
	const match = sgrReport.exec(sequence);
	if (match === null) return null;
	const code = Number(match[1]);
	const x = Number(match[2]);
	const y = Number(match[3]);
	if (x < 1 || y < 1) return null;
	const kind = kindOf(code, match[4] === 'm');
	return {
		kind,
		button: kind.startsWith('wheel') ? 'none' : buttonOf(code),
		x,
		y,
		ctrl: (code & 16) !== 0,
		alt: (code & 8) !== 0,
		shift: (code & 4) !== 0,
	};
}

const wheels = ['wheel-up', 'wheel-down', 'wheel-left', 'wheel-right'] as const;

function kindOf(code: number, isRelease: boolean): MouseEvent['kind'] {
	if ((code & 64) !== 0) return wheels[code & 3] ?? 'wheel-up';
	if (isRelease) return 'release';
	if ((code & 32) === 0) return 'press';
	return (code & 3) === 3 ? 'move' : 'drag';
}

function buttonOf(code: number): MouseEvent['button'] {
	if ((code & 128) !== 0) return 'other';
	return (['left', 'middle', 'right', 'none'] as const)[code & 3] ?? 'none';
}
