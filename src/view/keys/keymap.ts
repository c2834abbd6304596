import { defined } from '../../core/defined.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import { weakMemo } from '../../core/weak-memo.js';
import { isTypedId, type Key, keyLabel, parseKeyId } from '../../terminal/key.js';
import type { ActionId } from './action-ids.js';
import type { KeyContext } from './key-context.js';
import { ENTERS_TURN, PRESET_KEYS, PRESETS, type Preset } from './presets.js';

export type Keymap = {
	readonly keys: ReadonlyMap<ActionId, readonly string[]>;
	readonly byContext: ReadonlyMap<KeyContext, ReadonlyMap<string, ActionId>>;
	/** Enter sends into the running turn, where the agent takes words there. */
	readonly entersTurn?: boolean;
};

/** Keys of the config: by action id, where an empty list takes the keys away; under `preset` the name of one. */
export type KeyBindingOverrides = Readonly<Record<string, string | readonly string[]>>;

/** Without these nobody could stop a turn or answer safely. */
const indispensable: ReadonlySet<string> = new Set<ActionId>(['interrupt', 'submit', 'answer-dismiss']);

/** Actions on keys that had another meaning in earlier versions: a user's own binding of such a key wins. */
const YIELDING: ReadonlySet<string> = new Set<ActionId>([
	'steer',
	// `ctrl+x` begins chords elsewhere.
	'toggle-mouse',
	'choose-model',
	'choose-thinking',
	'background-command',
]);

/** Here characters are text that someone types; a binding would eat them. */
const typing: ReadonlySet<KeyContext> = new Set([
	'global',
	'composer',
	'completion',
	'picker',
	'sessions',
	'line',
	'help',
	'history-search',
	'transcript-search',
]);

export type KeyBindingProblem = { readonly id: string; readonly message: string; readonly hint?: string };

/** Refuses an unknown id or key, a key with two meanings in one place, and the loss of a key that must exist. */
export function buildKeymap(defaults: readonly KeyBinding[], overrides: KeyBindingOverrides): Result<Keymap> {
	const { bindings, problems } = override(defaults, overrides);
	const [first] = problems;
	const preset = presetOf(overrides['preset']);
	const isEntering = preset !== undefined && ENTERS_TURN.has(preset);
	if (first === undefined) return succeed({ ...keymapOf(bindings), ...(isEntering ? { entersTurn: true } : {}) });
	return fail('config', first.message, defined({ hint: first.hint }));
}

export function findKeyBindingProblems(
	defaults: readonly KeyBinding[],
	overrides: KeyBindingOverrides,
): readonly KeyBindingProblem[] {
	return override(defaults, overrides).problems;
}

/** The config gives each value as a list. */
function presetOf(written: string | readonly string[] = []): Preset | undefined {
	const [name, ...more] = [written].flat();
	return PRESETS.find((one) => one === name && more.length === 0);
}

function override(
	defaults: readonly KeyBinding[],
	{ preset, ...overrides }: KeyBindingOverrides,
): { readonly bindings: readonly KeyBinding[]; readonly problems: readonly KeyBindingProblem[] } {
	const known = new Map<string, KeyBinding>(defaults.map((binding) => [binding.id, binding]));
	const changed = new Map<string, readonly string[]>();
	const problems: KeyBindingProblem[] = [];
	const wanted = presetOf(preset);
	const ofPreset = wanted === undefined ? {} : PRESET_KEYS[wanted];
	if (preset !== undefined && wanted === undefined) {
		problems.push({
			id: 'preset',
			message: `keys.preset: there is no preset "${[preset].flat().join(' ')}".`,
			hint: PRESET_HINT,
		});
	}
	for (const [id, written] of Object.entries(overrides)) {
		const binding = known.get(id);
		if (binding === undefined) {
			problems.push({ id, message: `keys: there is no action "${id}".`, hint: suggestion(id, [...known.keys()]) });
			continue;
		}
		const { keys, wrong } = readKeys(binding, typeof written === 'string' ? [written] : written);
		problems.push(...wrong);
		if (wrong.length === 0) changed.set(id, keys);
	}
	const own = new Set([...changed.values()].flat());
	const begun = new Set([...own].flatMap((key) => firstOf(key) ?? []));
	const bindings = defaults.map((binding) => {
		const usual = ofPreset[binding.id];
		const yields = YIELDING.has(binding.id) || usual !== undefined;
		const keys = (usual ?? binding.keys).filter((key) => !yields || !(own.has(key) || begun.has(key)));
		return { ...binding, keys: changed.get(binding.id) ?? keys };
	});
	for (const { key, bindings: pair } of findClashes(bindings, defaults)) {
		const [{ id: first }, { id: second }] = pair;
		const hint = `Give one of them another key in the config, under keys.${second}.`;
		const message = `keys: ${key} is bound to both "${first}" and "${second}".`;
		problems.push({ id: Object.hasOwn(overrides, second) ? second : first, message, hint });
	}
	return { bindings, problems };
}

function readKeys(
	{ id, contexts }: KeyBinding,
	written: readonly string[],
): { readonly keys: readonly string[]; readonly wrong: readonly KeyBindingProblem[] } {
	const keys: string[] = [];
	const wrong: KeyBindingProblem[] = [];
	for (const text of written) {
		const key = parseKeys(text);
		if (key === null) {
			wrong.push({ id, message: `keys.${id}: "${text}" is not the name of a key.`, hint: keyHint });
		} else if (isTypedId(firstOf(key) ?? key) && contexts.some((context) => typing.has(context))) {
			const message = `keys.${id}: "${text}" would be typed into the text here; add ctrl or alt.`;
			wrong.push({ id, message, hint: keyHint });
		} else if (!keys.includes(key)) keys.push(key);
	}
	if (written.length === 0 && indispensable.has(id)) {
		wrong.push({ id, message: `keys.${id}: this action needs at least one key.` });
	}
	return { keys, wrong };
}

const PRESET_HINT = `Presets are ${PRESETS.join(', ')}.`;
const keyHint = 'Keys are written like ctrl+c, alt+enter, shift+tab, f5, pageup or ?, two in a row like ctrl+x ctrl+e.';

function parseKeys(text: string): string | null {
	const [first, second, ...more] = text.trim().split(/\s+/);
	if (first === undefined || second === undefined) return parseKeyId(text);
	const ids = [first, second].map(parseKeyId);
	return more.length > 0 || ids.includes(null) ? null : ids.join(' ');
}

function firstOf(key: string): string | undefined {
	const cut = key.indexOf(' ');
	return cut === -1 ? undefined : key.slice(0, cut);
}

export function keymapOf(bindings: readonly KeyBinding[]): Keymap {
	const byContext = new Map<KeyContext, Map<string, ActionId>>();
	const keysOf = new Map<ActionId, readonly string[]>();
	for (const { id, keys, contexts } of bindings) {
		keysOf.set(id, keys);
		for (const context of contexts) {
			const meanings = byContext.get(context) ?? new Map<string, ActionId>();
			for (const key of keys) meanings.set(key, id);
			byContext.set(context, meanings);
		}
	}
	return { keys: keysOf, byContext };
}

function suggestion(id: string, known: readonly string[]): string {
	const words = id.toLowerCase().split(/[^a-z0-9]+/);
	const near = known.filter((name) => words.some((word) => word.length > 2 && name.includes(word))).slice(0, 5);
	return near.length > 0 ? `Did you mean ${near.join(', ')}?` : '"acp-tui config schema" lists the actions.';
}

export type KeyBinding = {
	readonly id: ActionId;
	/** Canonical ids of keys; the first is the one that help shows first. */
	readonly keys: readonly string[];
	readonly contexts: readonly KeyContext[];
};

type Clash = { readonly key: string; readonly bindings: readonly [KeyBinding, KeyBinding] };

/** An overlay may take from `global` only what the defaults let it: nobody should lose the key that stops a turn. */
function findClashes(bindings: readonly KeyBinding[], defaults: readonly KeyBinding[]): readonly Clash[] {
	const intended = new Set(pairs(defaults).map(([, first, second]) => `${first.id} ${second.id}`));
	return pairs(bindings)
		.filter(([, first, second]) => meet(first, second) || !intended.has(`${first.id} ${second.id}`))
		.map(([key, first, second]) => ({ key, bindings: [first, second] }));
}

function pairs(bindings: readonly KeyBinding[]): [string, KeyBinding, KeyBinding][] {
	const byKey = Map.groupBy(
		bindings.flatMap((binding) => binding.keys.map((key) => ({ key, binding }))),
		({ key }) => key,
	);
	const chords = Map.groupBy(byKey.keys(), firstOf);
	const found: [string, KeyBinding, KeyBinding][] = [];
	for (const [key, sharing] of byKey) {
		// An action bound to the first key of a chord keeps the chord from beginning.
		const begun = chords.get(key)?.flatMap((chord) => byKey.get(chord) ?? []) ?? [];
		sharing.forEach(({ binding: first }, index) => {
			for (const { binding: second } of [...sharing.slice(index + 1), ...begun]) {
				const isGlobal = first.contexts.includes('global') || second.contexts.includes('global');
				if (isGlobal || meet(first, second)) found.push([key, first, second]);
			}
		});
	}
	return found;
}

function meet(first: KeyBinding, second: KeyBinding): boolean {
	return first.contexts.some((context) => second.contexts.includes(context));
}

/** The first context of the stack that binds the key decides. Null: no action; a key that types is then text. */
export function resolveKey(key: Key, contexts: readonly KeyContext[], table: Keymap): ActionId | null {
	return key.name === 'paste' || key.name === 'unknown' ? null : actionAt(key.id, contexts, table);
}

export function actionAt(id: string, contexts: readonly KeyContext[], table: Keymap): ActionId | null {
	for (const context of contexts) {
		const action = table.byContext.get(context)?.get(id);
		if (action !== undefined) return action;
	}
	return null;
}

/** Whether a key is the first of a chord where the focus is, and nothing that lies above has it for itself. */
export function beginsChord(id: string, contexts: readonly KeyContext[], table: Keymap): boolean {
	for (const context of contexts) {
		const meanings = table.byContext.get(context);
		if (meanings?.has(id) === true) return false;
		if (meanings !== undefined && firstKeys(meanings).has(id)) return true;
	}
	return false;
}

const firstKeys = weakMemo(
	(meanings: ReadonlyMap<string, ActionId>) => new Set([...meanings.keys()].map(firstOf)) as ReadonlySet<string | null>,
);

export function keyOf(table: Keymap, id: ActionId): string | null {
	const key = table.keys.get(id)?.[0];
	return key === undefined ? null : keyLabel(key);
}
