export type TerminalReport =
	/** OSC 11; null for an unreadable colour. */
	| { readonly type: 'background'; readonly background: Background | null }
	/** XTVERSION: name, mostly with version. */
	| { readonly type: 'name'; readonly name: string }
	/** Kitty graphics protocol: `OK`, or an error. */
	| { readonly type: 'graphics'; readonly id: number; readonly message: string }
	/** Flags of the kitty keyboard protocol; only terminals that know it answer. */
	| { readonly type: 'keyboard'; readonly flags: number }
	/** Cell size in pixels (XTWINOPS 16). */
	| { readonly type: 'cell'; readonly width: number; readonly height: number }
	/** DA2: claimed kind of terminal and its version. */
	| { readonly type: 'device'; readonly kind: number; readonly version: number }
	/** DA1, which all terminals answer: behind another query it says that no answer will come. */
	| { readonly type: 'attributes' };

export type Background = 'dark' | 'light';

const cellSize = /^\[6;(\d{1,5});(\d{1,5})t$/;
const device = /^\[>(\d{1,9})(?:;(\d{1,9}))?(?:;\d{0,9}){0,6}c$/;

/** Report in a control sequence (without its ESC); null for any other. */
export function reportOfSequence(sequence: string): TerminalReport | null {
	if (/^\[\?[\d;]*c$/.test(sequence)) return { type: 'attributes' };
	const flags = /^\[\?(\d{1,5})u$/.exec(sequence)?.[1];
	if (flags !== undefined) return { type: 'keyboard', flags: Number(flags) };
	const cell = cellSize.exec(sequence);
	if (cell !== null) return { type: 'cell', width: Number(cell[2]), height: Number(cell[1]) };
	const kind = device.exec(sequence);
	return kind === null ? null : { type: 'device', kind: Number(kind[1]), version: Number(kind[2] ?? 0) };
}

export function reportOfString(introducer: string, body: string): TerminalReport | null {
	if (!/^[\x20-\x7e]*$/.test(body)) return null;
	switch (introducer) {
		case ']':
			return body.startsWith('11;') ? { type: 'background', background: backgroundOf(body.slice(3)) } : null;
		case 'P':
			return body.startsWith('>|') ? { type: 'name', name: body.slice(2) } : null;
		case '_':
			return body.startsWith('G') ? graphicsOf(body.slice(1)) : null;
		default:
			return null;
	}
}

function graphicsOf(body: string): TerminalReport {
	const end = body.indexOf(';');
	const id = /(?:^|,)i=(\d{1,10})(?:,|$)/.exec(end < 0 ? body : body.slice(0, end))?.[1];
	return { type: 'graphics', id: Number(id ?? 0), message: end < 0 ? '' : body.slice(end + 1) };
}

/** `rgb:ffff/ffff/ffff` with one to four digits a channel, `rgba:…`, or `#rrggbb`; else null. */
function backgroundOf(color: string): Background | null {
	const parts = /^rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})(?:\/[0-9a-f]{1,4})?$/i.exec(color);
	const short = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
	const channels = (parts ?? short)?.slice(1, 4);
	if (channels === undefined) return null;
	const [red = 0, green = 0, blue = 0] = channels.map(
		(digits) => Number.parseInt(digits, 16) / (16 ** digits.length - 1),
	);
	return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? 'light' : 'dark';
}
