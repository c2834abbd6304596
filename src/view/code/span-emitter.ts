import type { Emitter } from 'highlight.js';
import { appendText, type Role, type Span, type Style } from '../line.js';

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
