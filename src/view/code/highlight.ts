import type { HLJSApi } from 'highlight.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import type { Line } from '../line.js';
import { lineText } from '../spans.js';
import { canonicalLanguage, embeddedLanguages, grammars } from './languages.js';
import { SpanEmitter } from './span-emitter.js';

export { languageOfPath } from './languages.js';

/** Characters; longer texts stay plain, as their cost could be felt. */
const longestCode = 100_000;
const longestLine = 5000;

const rememberedTexts = 64;
const longestRemembered = 20_000;

/** Process-wide, as loaded modules are. Output depends on this state through `highlightVersion` alone. */
let engine: HLJSApi | undefined;
const loads = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
const remembered = new Map<string, readonly Line[]>();
let version = 0;

/** Coloured lines of code, at least one; plain while the language is unknown or loading (see `onLanguageLoaded`). */
export function highlightCode(code: string, language: string): Line[] {
	const text = sanitizeText(code);
	const name = canonicalLanguage(language);
	if (name === '' || text.length > longestCode) return plainLines(text);
	if (!engine?.getLanguage(name)) {
		void loadLanguage(name);
		return plainLines(text);
	}
	if (text.length > longestRemembered) return colored(engine, text, name);
	const key = `${version}\n${name}\n${text}`;
	const known = remembered.get(key);
	if (known) return [...known];
	const lines = colored(engine, text, name);
	if (remembered.size >= rememberedTexts) remembered.delete(remembered.keys().next().value ?? '');
	remembered.set(key, lines);
	return [...lines];
}

/** Loads a language, by name or alias, and those it embeds. Never rejects. */
export function loadLanguage(name: string): Promise<void> {
	const language = canonicalLanguage(name);
	const known = loads.get(language);
	if (known || language === '') return known ?? Promise.resolve();
	const load = loadOnce(language);
	loads.set(language, load);
	return load;
}

/** Calls back when `highlightVersion` has grown; returns the function that unsubscribes. */
export function onLanguageLoaded(callback: () => void): () => void {
	listeners.add(callback);
	return () => {
		listeners.delete(callback);
	};
}

/** Grows with every loaded language and drawn diagram: lines with code drawn under another version may differ. */
export function highlightVersion(): number {
	return version;
}

async function loadOnce(language: string): Promise<void> {
	try {
		const [core, grammar] = await Promise.all([import('highlight.js/lib/core'), grammars[language]?.[0]()]);
		if (!grammar) return;
		if (engine === undefined) {
			engine = core.default.newInstance();
			engine.configure({ __emitter: SpanEmitter });
		}
		for (const embedded of embeddedLanguages[language] ?? []) await loadLanguage(embedded);
		engine.registerLanguage(language, grammar.default);
	} catch {
		// A grammar that cannot be loaded costs colours only; its code stays plain.
		return;
	}
	remembered.clear();
	drawingChanged();
}

export function drawingChanged(): void {
	version += 1;
	for (const listener of listeners) listener();
}

function colored(highlighter: HLJSApi, text: string, language: string): Line[] {
	if (text.split('\n').some((line) => line.length > longestLine)) return plainLines(text);
	const emitter = highlighter.highlight(text, { language, ignoreIllegals: true })._emitter;
	// After an error inside a grammar the emitter holds a part only.
	if (!(emitter instanceof SpanEmitter) || emitter.lines.map(lineText).join('\n') !== text) return plainLines(text);
	return emitter.lines;
}

function plainLines(text: string): Line[] {
	return text.split('\n').map((line) => (line === '' ? [] : [{ text: line }]));
}
