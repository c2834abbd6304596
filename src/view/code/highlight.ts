import type { Emitter, HLJSApi } from 'highlight.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { appendText, type Line, type Role, type Span, type Style } from '../line.js';
import { lineText } from '../spans.js';
import { canonicalLanguage, embeddedLanguages, grammars } from './languages.js';

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

/** Collects highlight.js's output as lines of spans. `openNode` and `closeNode` are not in its types, but called. */
export class SpanEmitter implements Emitter {
	readonly lines: Span[][] = [[]];
	#styles: (Style | undefined)[] = [];

	addText(text: string): void {
		const style = this.#styles.at(-1);
		let start = 0;
		for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
			this.#append(text.slice(start, end), style);
			this.lines.push([]);
			start = end + 1;
		}
		this.#append(text.slice(start), style);
	}

	startScope(scope: string): void {
		// A scope without a colour of its own keeps the surrounding colour; a substitution does not.
		this.#styles.push(styleOfScope(scope) ?? (scope === 'subst' ? undefined : this.#styles.at(-1)));
	}

	endScope(): void {
		this.#styles.pop();
	}

	openNode(scope: string): void {
		this.startScope(scope);
	}

	closeNode(): void {
		this.endScope();
	}

	__addSublanguage(emitter: Emitter, _name: string): void {
		if (!(emitter instanceof SpanEmitter)) return;
		for (const [index, line] of emitter.lines.entries()) {
			if (index > 0) this.lines.push([]);
			for (const span of line) this.#append(span.text, span.style ?? this.#styles.at(-1));
		}
	}

	finalize(): void {
		this.#styles = [];
	}

	toHTML(): string {
		return '';
	}

	#append(text: string, style: Style | undefined): void {
		const line = this.lines.at(-1);
		if (line !== undefined && text !== '') appendText(line, text, style);
	}
}

const scopesByRole: Readonly<Partial<Record<Role, string>>> = {
	added: 'addition',
	'syntax.variable': 'attr attribute property selector-attr template-variable variable',
	'syntax.type': 'built_in class selector-class selector-id title.class type',
	'syntax.punctuation': 'bullet operator punctuation',
	'syntax.number': 'char.escape literal number symbol',
	code: 'code',
	removed: 'deletion',
	'syntax.function': 'function selector-pseudo title',
	'syntax.keyword': 'keyword name selector-tag template-tag variable.language',
	link: 'link',
	'syntax.comment': 'meta',
	quote: 'quote',
	'syntax.string': 'regexp string',
	heading: 'section',
};

const others: Readonly<Record<string, Style>> = {
	comment: { color: 'syntax.comment', italic: true },
	doctag: { color: 'syntax.comment', bold: true, italic: true },
	emphasis: { italic: true },
	strong: { bold: true },
};

const byScope = new Map<string, Style>([
	...Object.entries(scopesByRole).flatMap(([color, scopes]) =>
		scopes.split(' ').map((scope): [string, Style] => [scope, { color: color as Role }]),
	),
	...Object.entries(others),
]);

/** Style of a highlight.js scope (`title.class.inherited` falls back to `title.class`, then `title`). */
export function styleOfScope(scope: string): Style | undefined {
	for (let name = scope; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
		const style = byScope.get(name);
		if (style) return style;
	}
	return undefined;
}
