import type { Rule, RuleOrigin } from './policy-types.js';
import { inOurForm, parseRule } from './rules.js';

/** Tools of Claude Code whose pattern is a path as in a `.gitignore`. */
const OF_FILES = /^(?:Read|Edit|Write|MultiEdit|NotebookEdit|NotebookRead|Grep|Glob|LS)$/;

type ClaudeRules = {
	readonly rules: readonly Rule[];
	/** Texts that have no equal here: an allow rule never becomes a wider one. */
	readonly left: readonly string[];
};

/** Reads rules of Claude Code: a list, or one text with commas or blanks between them (`allowed-tools`). */
export function claudeRules(
	rules: string | readonly string[],
	decision: Rule['decision'],
	origin: RuleOrigin,
): ClaudeRules {
	const texts = typeof rules === 'string' ? splitTools(rules) : rules;
	const read = texts.map((text) => ({ text, rule: claudeRule(text, decision, origin) }));
	return {
		rules: read.flatMap(({ rule }) => rule ?? []),
		left: read.filter(({ rule }) => rule === null).map(({ text }) => text),
	};
}

function claudeRule(text: string, decision: Rule['decision'], origin: RuleOrigin): Rule | null {
	const [, tool, pattern] = /^\s*([\w-]+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(text) ?? [];
	if (tool === undefined) return null;
	const named = OF_FILES.test(tool) && pattern !== undefined ? `${tool}(${pathGlob(pattern.trim())})` : text.trim();
	const rule = parseRule(inOurForm(named) ?? named, decision, origin);
	return rule.ok ? rule.value : null;
}

/** `//path` is absolute, `/path` counts from the project, and a name alone means every folder's. */
function pathGlob(pattern: string): string {
	if (pattern.startsWith('//')) return pattern.slice(1);
	if (pattern.startsWith('/')) return pattern.slice(1);
	return /^[^/~]+\/?$/.test(pattern) && !pattern.startsWith('**') ? `**/${pattern}` : pattern;
}

/** Splits at commas and blanks that stand in no parentheses. */
function splitTools(text: string): readonly string[] {
	const tools: string[] = [];
	let tool = '';
	let depth = 0;
	for (const character of text) {
		if (depth === 0 && /[\s,]/.test(character)) {
			tools.push(tool);
			tool = '';
			continue;
		}
		if (character === '(') depth += 1;
		if (character === ')') depth = Math.max(0, depth - 1);
		tool += character;
	}
	return [...tools, tool].filter((one) => one !== '');
}
