import type { Role, Style } from '../line.js';

const roles: Readonly<Record<string, Role>> = {
	addition: 'added',
	attr: 'syntax.variable',
	attribute: 'syntax.variable',
	built_in: 'syntax.type',
	bullet: 'syntax.punctuation',
	'char.escape': 'syntax.number',
	class: 'syntax.type',
	code: 'code',
	deletion: 'removed',
	function: 'syntax.function',
	keyword: 'syntax.keyword',
	link: 'link',
	literal: 'syntax.number',
	meta: 'syntax.comment',
	name: 'syntax.keyword',
	number: 'syntax.number',
	operator: 'syntax.punctuation',
	property: 'syntax.variable',
	punctuation: 'syntax.punctuation',
	quote: 'quote',
	regexp: 'syntax.string',
	section: 'heading',
	'selector-attr': 'syntax.variable',
	'selector-class': 'syntax.type',
	'selector-id': 'syntax.type',
	'selector-pseudo': 'syntax.function',
	'selector-tag': 'syntax.keyword',
	string: 'syntax.string',
	symbol: 'syntax.number',
	'template-tag': 'syntax.keyword',
	'template-variable': 'syntax.variable',
	title: 'syntax.function',
	'title.class': 'syntax.type',
	type: 'syntax.type',
	variable: 'syntax.variable',
	'variable.language': 'syntax.keyword',
};

const others: Readonly<Record<string, Style>> = {
	comment: { color: 'syntax.comment', italic: true },
	doctag: { color: 'syntax.comment', bold: true, italic: true },
	emphasis: { italic: true },
	strong: { bold: true },
};

const byScope = new Map<string, Style>([
	...Object.entries(roles).map(([scope, color]): [string, Style] => [scope, { color }]),
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
