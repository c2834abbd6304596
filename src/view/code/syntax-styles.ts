import type { Role, Style } from '../line.js';

/** Scopes by the role that colours them. */
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
