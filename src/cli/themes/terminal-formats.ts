import { fieldsOf, isRecord } from '../../core/is-record.js';
import { truncate } from '../../core/text/width.js';
import { UsageError } from '../errors.js';
import { quote } from '../quote-value.js';
import { colorOf, type Scheme, terminalScheme } from './scheme.js';

type Data = Readonly<Record<string, unknown>>;

const ANSI = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** `base00` to `base0F`, at the top or below `palette`. */
export function isBase16(data: unknown): data is Data {
	return ownColor(fieldsOf(data), 'base00') !== undefined;
}

/** A value of a base16 or base24 scheme, whatever the case of its key. */
function ownColor(data: Data, key: string): unknown {
	const colors = own(data, 'palette');
	const from = isRecord(colors) ? colors : data;
	return (
		own(from, key) ??
		own(
			from,
			key.replace(/[a-f]$/, (digit) => digit.toUpperCase()),
		)
	);
}

export function own(data: unknown, key: string): unknown {
	return isRecord(data) && Object.hasOwn(data, key) ? data[key] : undefined;
}

export function base16Scheme(data: Data): Scheme {
	const base = (digit: string): unknown => ownColor(data, `base0${digit}`);
	const scheme = terminalScheme(
		own(data, 'scheme') ?? own(data, 'name'),
		{ background: base('0'), foreground: base('5') },
		['', base('8'), base('b'), base('a'), base('d'), base('e'), base('c'), '', base('3')],
	);
	const orange = colorOf('base09', base('9'));
	return orange === undefined ? scheme : { ...scheme, hues: { ...scheme.hues, orange } };
}

/** `palette = 1=#rrggbb` and the like of Ghostty, `color1 #rrggbb` of kitty; null where there is neither. */
export function lineScheme(text: string): Scheme | null {
	const ansi: unknown[] = [];
	const named: Record<string, string> = Object.create(null);
	for (const line of text.split(/\r?\n/)) {
		const [, key = '', value = ''] = /^\s*([a-z][\w-]*)(?:\s*=\s*|\s+)(\S+)/i.exec(line) ?? [];
		const [, index, color] = /^(\d{1,3})=(\S+)$/.exec(value) ?? [];
		const [, number] = /^color(\d{1,3})$/.exec(key) ?? [];
		if (key === 'palette' && Number(index) < 16) ansi[Number(index)] = color;
		else if (number !== undefined && Number(number) < 16) ansi[Number(number)] = value;
		else if (key === 'background' || key === 'foreground') named[key] = value;
	}
	if (ansi.length === 0) return null;
	// kitty's themes name themselves in a comment.
	const name = /^##\s*name:\s*(.+)$/im.exec(text)?.[1];
	return terminalScheme(name, { background: named['background'], foreground: named['foreground'] }, Array.from(ansi));
}

/** `colors.primary`, `colors.normal` and `colors.bright` of Alacritty. */
export function alacrittyScheme(data: unknown): Scheme | null {
	const colors = own(data, 'colors');
	const primary = own(colors, 'primary');
	if (!isRecord(primary)) return null;
	const [normal, bright] = [own(colors, 'normal'), own(colors, 'bright')];
	return terminalScheme(null, { background: own(primary, 'background'), foreground: own(primary, 'foreground') }, [
		...ANSI.map((name) => own(normal, name)),
		own(bright, 'black'),
	]);
}

/** A scheme of Windows Terminal, alone or in a list `schemes` of one. */
export function windowsTerminalScheme(data: unknown): Scheme | null {
	const list = own(data, 'schemes');
	if (Array.isArray(list)) {
		if (list.length !== 1)
			throw new UsageError(
				`the file has several schemes; keep one of them: ${truncate(
					list
						.map((each) => String(own(each, 'name')))
						.map(quote)
						.join(', '),
					200,
				)}`,
			);
		return windowsTerminalScheme(list[0]);
	}
	if (own(data, 'brightBlack') === undefined && own(data, 'purple') === undefined) return null;
	const names = ANSI.map((name) => (name === 'magenta' ? 'purple' : name));
	return terminalScheme(
		own(data, 'name'),
		{ background: own(data, 'background'), foreground: own(data, 'foreground') },
		[...names.map((name) => own(data, name)), own(data, 'brightBlack')],
	);
}
