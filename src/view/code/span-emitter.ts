import type { Emitter } from 'highlight.js';
import { appendText, type Span, type Style } from '../line.js';
import { styleOfScope } from './syntax-styles.js';

/**
 * Collects highlight.js's output as lines of spans instead of HTML. `openNode` and `closeNode` are not in its types but
 * the parser calls them.
 */
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
