import type { HLJSApi } from 'highlight.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import type { Line } from '../line.js';
import { canonicalLanguage, embeddedLanguages, languageLoaders } from './languages.js';
import { SpanEmitter, textOfLines } from './span-emitter.js';

export { languageOfPath } from './languages.js';

/** Above these a text stays plain: what it costs could be felt. */
const longestCode = 100_000;
const longestLine = 5000;

const rememberedTexts = 64;
const longestRemembered = 20_000;

/**
 * State of the process, as loaded modules are: which grammars are there. Nothing of highlight.js is loaded before the
 * first code of a known language is shown, and a grammar that was loaded for one text serves all. What is drawn depends
 * on it through `highlightVersion` alone, which everybody who keeps drawn lines has in the key.
 */
let engine: HLJSApi | undefined;
const loads = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
const remembered = new Map<string, readonly Line[]>();
let version = 0;

/**
 * The lines of a piece of code, at least one, coloured when its language is known and loaded. One that is not loaded
 * yet starts to load, and the lines are plain until then (see `onLanguageLoaded`). `language` is a name, an alias
 * (`ts`, `sh`, …) or anything else for plain text.
 */
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

/** Loads a language, by name or alias, and what it embeds; an unknown one resolves at once. Never rejects. */
export function loadLanguage(name: string): Promise<void> {
	const language = canonicalLanguage(name);
	const known = loads.get(language);
	if (known || language === '') return known ?? Promise.resolve();
	const load = loadOnce(language);
	loads.set(language, load);
	return load;
}

/** Calls back after every language that was loaded; returns the function that ends it. */
export function onLanguageLoaded(callback: () => void): () => void {
	listeners.add(callback);
	return () => {
		listeners.delete(callback);
	};
}

/** Grows with every language that was loaded: lines with code made under another version may look different now. */
export function highlightVersion(): number {
	return version;
}

async function loadOnce(language: string): Promise<void> {
	try {
		const [core, grammar] = await Promise.all([import('highlight.js/lib/core'), languageLoaders[language]?.()]);
		if (!grammar) return;
		engine ??= createEngine(core.default);
		for (const embedded of embeddedLanguages[language] ?? []) await loadLanguage(embedded);
		engine.registerLanguage(language, grammar.default);
	} catch {
		// A grammar that cannot be loaded costs colours, nothing else; its code stays plain.
		return;
	}
	version += 1;
	remembered.clear();
	for (const listener of listeners) listener();
}

function createEngine(core: HLJSApi): HLJSApi {
	const created = core.newInstance();
	created.configure({ __emitter: SpanEmitter });
	return created;
}

function colored(highlighter: HLJSApi, text: string, language: string): Line[] {
	if (text.split('\n').some((line) => line.length > longestLine)) return plainLines(text);
	const emitter = highlighter.highlight(text, { language, ignoreIllegals: true })._emitter;
	// After an error inside a grammar the emitter holds a part only.
	if (!(emitter instanceof SpanEmitter) || textOfLines(emitter.lines) !== text) return plainLines(text);
	return emitter.lines;
}

function plainLines(text: string): Line[] {
	return text.split('\n').map((line) => (line === '' ? [] : [{ text: line }]));
}
