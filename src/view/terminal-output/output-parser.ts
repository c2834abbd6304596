export type TerminalHandler = {
	/** Printable characters only, never half a surrogate pair. */
	readonly print: (text: string) => void;
	/** C0 control: backspace, tab, line feed, carriage return, … */
	readonly control: (code: number) => void;
	/** `ESC [ prefix params final`; an omitted parameter is -1. */
	readonly csi: (prefix: string, params: readonly number[], final: string) => void;
	readonly escape: (final: string) => void;
};

type Mode = 'ground' | 'escape' | 'charset' | 'csi' | 'csi-ignore' | 'string';

const ESC = 0x1b;
const MAX_PARAMETER_CHARS = 256;
/** A string (OSC, DCS, …) that never ends must not swallow the output behind it. */
const MAX_STRING_CHARS = 8192;
const printable = /[\x20-\x7E\xA0-\uFFFF]+/y;

/** Any chunking gives the same calls. Total: unknown sequences are dropped, a control character ends a broken one. */
export function createTerminalParser(handler: TerminalHandler): (data: string) => void {
	let mode: Mode = 'ground';
	let parameters = '';
	let stringChars = 0;
	let halfPair = '';

	const flushHalf = () => {
		if (halfPair !== '') handler.print('\uFFFD');
		halfPair = '';
	};

	const printRun = (run: string) => {
		let text = halfPair + run;
		halfPair = '';
		const last = text.charCodeAt(text.length - 1);
		if (last >= 0xd800 && last <= 0xdbff) {
			halfPair = text.slice(-1);
			text = text.slice(0, -1);
		}
		if (text !== '') handler.print(text.toWellFormed());
	};

	const control = (code: number) => {
		flushHalf();
		if (code === ESC) mode = 'escape';
		else if (code < 0x20) handler.control(code);
	};

	const step = (code: number, char: string) => {
		switch (mode) {
			case 'ground':
				control(code);
				return;
			case 'escape':
				mode = 'ground';
				if (code < 0x20) control(code);
				else if (char === '[') {
					mode = 'csi';
					parameters = '';
				} else if (']P_^X'.includes(char)) {
					mode = 'string';
					stringChars = 0;
				} else if (code <= 0x2f) mode = 'charset';
				else handler.escape(char);
				return;
			case 'charset':
				mode = 'ground';
				if (code < 0x20) control(code);
				return;
			case 'csi':
			case 'csi-ignore':
				if (code < 0x20) {
					mode = 'ground';
					control(code);
				} else if (code <= 0x3f) {
					parameters += char;
					if (parameters.length > MAX_PARAMETER_CHARS) mode = 'csi-ignore';
				} else {
					const isKnown = mode === 'csi' && code <= 0x7e;
					mode = 'ground';
					if (isKnown) dispatchCsi(handler, parameters, char);
				}
				return;
			case 'string':
				stringChars += 1;
				if (code === 0x07) mode = 'ground';
				else if (code === ESC) mode = 'escape';
				else if (code === 0x0a || stringChars > MAX_STRING_CHARS) {
					mode = 'ground';
					control(code);
				}
		}
	};

	return (data) => {
		let index = 0;
		while (index < data.length) {
			if (mode === 'ground') {
				printable.lastIndex = index;
				const run = printable.exec(data)?.[0];
				if (run !== undefined) {
					printRun(run);
					index += run.length;
					continue;
				}
			}
			step(data.charCodeAt(index), data.charAt(index));
			index += 1;
		}
	};
}

function dispatchCsi(handler: TerminalHandler, parameters: string, final: string): void {
	// Intermediate bytes make another sequence of the same final: none of those is known here.
	if (/[\x20-\x2F]/.test(parameters)) return;
	const prefix = /^[<=>?]*/.exec(parameters)?.[0] ?? '';
	const rest = parameters.slice(prefix.length);
	// A colon separates sub-parameters (38:2::r:g:b); an empty one in between reads as omitted.
	const params = rest === '' ? [] : rest.split(/[;:]/).map((text) => (text === '' ? -1 : Number.parseInt(text, 10)));
	handler.csi(prefix, params, final);
}
