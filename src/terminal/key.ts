export const functionKeys = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9', 'f10', 'f11', 'f12'] as const;

const names = [
	...(['enter', 'escape', 'tab', 'backspace', 'delete', 'insert'] as const),
	...(['up', 'down', 'left', 'right', 'pageup', 'pagedown', 'home', 'end'] as const),
	...functionKeys,
] as const;

export type KeyName = (typeof names)[number] | 'char' | 'paste' | 'unknown';

/** Key press, independent of the terminal's protocol. `paste` is a chunk that was not typed key by key. */
export type Key = {
	readonly name: KeyName;
	/** One grapheme for `char`, everything for `paste`, else empty. */
	readonly text: string;
	readonly ctrl: boolean;
	readonly alt: boolean;
	readonly shift: boolean;
	readonly super: boolean;
	/** Canonical (`ctrl+c`, `A`, `space`). Modifiers in the order ctrl, alt, shift, super; `A` includes its shift. */
	readonly id: string;
	/** Characters of a plain `char` or of `paste`; null for any other key. */
	readonly typed: string | null;
};

export type Modifiers = Pick<Key, 'ctrl' | 'alt' | 'shift' | 'super'>;

const noModifiers: Modifiers = { ctrl: false, alt: false, shift: false, super: false };

export function keyOf(name: KeyName, text = '', modifiers: Partial<Modifiers> = {}): Key {
	const held = { ...noModifiers, ...modifiers };
	const isPlain = !held.ctrl && !held.alt && !held.super;
	const typed = name === 'paste' || (name === 'char' && isPlain) ? text : null;
	return { name, text, ...held, id: name === 'char' ? characterId(text, held, isPlain) : join(held, name), typed };
}

/** The key with another text or modifier, by which its id changes as well. */
export function changedKey(key: Key, change: Partial<Modifiers & Pick<Key, 'text'>>): Key {
	const { name, text, ctrl, alt, shift, super: isSuper } = { ...key, ...change };
	return keyOf(name, text, { ctrl, alt, shift, super: isSuper });
}

function characterId(text: string, held: Modifiers, isPlain: boolean): string {
	const base = text === ' ' ? 'space' : text;
	if (isPlain) return base;
	const lower = base.toLowerCase();
	return join({ ...held, shift: held.shift || lower !== base }, lower);
}

const namedKeys: ReadonlySet<string> = new Set([...names, 'space']);

const aliases: ReadonlyMap<string, string> = new Map(
	Object.entries({
		...{ return: 'enter', esc: 'escape', del: 'delete', ins: 'insert' },
		...{ pgup: 'pageup', pgdn: 'pagedown', pgdown: 'pagedown' },
	}),
);

const modifierNames: ReadonlyMap<string, keyof Modifiers> = new Map(
	Object.entries({
		...{ ctrl: 'ctrl', control: 'ctrl', alt: 'alt', option: 'alt', meta: 'alt', shift: 'shift' },
		...{ super: 'super', cmd: 'super', win: 'super' },
	} as const),
);

/** Canonical id of a key written by the user (`Ctrl+C`, `esc`, `alt+shift+b`); null for an unknown name. */
export function parseKeyId(text: string): string | null {
	const written = text === ' ' ? 'space' : text.trim();
	// A plus sign can be the key itself, alone or last.
	const cut = written.endsWith('+') ? written.length - 1 : written.lastIndexOf('+') + 1;
	const base = written.slice(cut);
	const before = written.slice(0, cut);
	if (before !== '' && !before.endsWith('+')) return null;
	const modifiers: Record<keyof Modifiers, boolean> = { ...noModifiers };
	for (const word of before === '' ? [] : before.slice(0, -1).split('+')) {
		const modifier = modifierNames.get(word.toLowerCase());
		if (modifier === undefined || modifiers[modifier]) return null;
		modifiers[modifier] = true;
	}
	const named = aliases.get(base.toLowerCase()) ?? base.toLowerCase();
	if (named === 'space') return keyOf('char', ' ', modifiers).id;
	if (namedKeys.has(named)) return join(modifiers, named);
	if ([...base].length !== 1 || /[\p{C}\p{Z}]/u.test(base)) return null;
	const isPlain = !modifiers.ctrl && !modifiers.alt && !modifiers.super;
	const letter = !isPlain ? base.toLowerCase() : modifiers.shift ? base.toUpperCase() : base;
	return keyOf('char', letter, modifiers).id;
}

/** True for ids of characters that typing produces: `a`, `?`, `space`. */
export function isTypedId(id: string): boolean {
	return id === 'space' || [...id].length === 1;
}

const labels: ReadonlyMap<string, string> = new Map(
	Object.entries({ escape: 'esc', up: '↑', down: '↓', left: '←', right: '→' }),
);

export function keyLabel(id: string): string {
	return id.split(' ').map(oneLabel).join(' ');
}

function oneLabel(id: string): string {
	const cut = id.length > 1 ? id.lastIndexOf('+', id.length - 2) + 1 : 0;
	const base = id.slice(cut);
	return id.slice(0, cut) + (labels.get(base) ?? base);
}

function join(modifiers: Modifiers, base: string): string {
	const down = (['ctrl', 'alt', 'shift', 'super'] as const).filter((modifier) => modifiers[modifier]);
	return [...down, base].join('+');
}
