export type Attributes = ReadonlyMap<string, string>;

export const noAttributes: Attributes = new Map();

const SIMPLE: Readonly<Record<string, readonly [name: string, isOn: boolean]>> = {
	'1': ['bold', true],
	'2': ['dim', true],
	'3': ['italic', true],
	'4': ['underline', true],
	'7': ['inverse', true],
	'9': ['strike', true],
	'23': ['italic', false],
	'24': ['underline', false],
	'27': ['inverse', false],
	'29': ['strike', false],
	'39': ['color', false],
	'49': ['background', false],
	'59': ['underline-color', false],
};

const EXTENDED: Readonly<Record<string, string>> = { '38': 'color', '48': 'background', '58': 'underline-color' };

/** Attributes after an SGR sequence with these parameters (`1;38;5;4`); null for an unknown one. */
export function afterSgr(before: Attributes, parameters: string): Attributes | null {
	const after = new Map(before);
	const words = parameters.split(';');
	for (let at = 0; at < words.length; at += 1) {
		const word = words[at] ?? '';
		const extended = EXTENDED[word];
		if (extended !== undefined) {
			const length = words[at + 1] === '5' ? 3 : words[at + 1] === '2' ? 5 : 0;
			if (length === 0 || at + length > words.length) return null;
			after.set(extended, words.slice(at, at + length).join(';'));
			at += length - 1;
		} else if (!takeSimple(after, word)) {
			return null;
		}
	}
	return after;
}

function takeSimple(attributes: Map<string, string>, word: string): boolean {
	if (word === '' || word === '0') {
		attributes.clear();
		return true;
	}
	// 22 ends bold and dim together.
	if (word === '22') {
		attributes.delete('bold');
		attributes.delete('dim');
		return true;
	}
	const color = /^(?:3|9)[0-7]$/.test(word) ? 'color' : /^(?:4|10)[0-7]$/.test(word) ? 'background' : null;
	const [name, isOn] = color === null ? (SIMPLE[word] ?? []) : [color, true];
	if (name === undefined) return false;
	if (isOn === true) attributes.set(name, word);
	else attributes.delete(name);
	return true;
}

export function sgrOf(attributes: Attributes): string {
	return attributes.size === 0 ? '' : `\x1b[${[...attributes.values()].join(';')}m`;
}

export function isSameStyle(one: Attributes, other: Attributes): boolean {
	if (one.size !== other.size) return false;
	for (const [name, value] of one) if (other.get(name) !== value) return false;
	return true;
}
