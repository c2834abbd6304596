import type { LooseCall } from './command-view.js';

/** A program that lays out or mends the files it is told, and those of folders. */
type Formatter = {
	/** It writes only with one of these words. */
	readonly with?: RegExp;
	/** With one of these it only tells. */
	readonly without?: RegExp;
};

const TELLS = /^--(?:check|diff|dry-run|list-different)/;
const IN_PLACE: Formatter = { with: /^-i|^--in-?place/ };
const WRITES: Formatter = { with: /^-[a-z]*w|^--write/ };
const FIXES: Formatter = { with: /^--(?:fix|write|apply)/ };
const FORMATTERS: ReadonlyMap<string, Formatter> = new Map<string, Formatter>([
	...['prettier', 'gofmt', 'goimports', 'gofumpt', 'shfmt'].map((name): [string, Formatter] => [name, WRITES]),
	...['eslint', 'biome', 'stylelint', 'oxlint', 'standard', 'xo', 'tslint', 'knip'].map((name): [string, Formatter] => [
		name,
		FIXES,
	]),
	...['autopep8', 'yapf', 'clang-format'].map((name): [string, Formatter] => [name, IN_PLACE]),
	...['black', 'isort', 'rustfmt', 'swiftformat'].map((name): [string, Formatter] => [name, { without: TELLS }]),
	['ruff', { with: /^(?:format|--fix)/, without: TELLS }],
	['rubocop', { with: /^-[aA]|^--(?:auto|fix)/ }],
	['golangci-lint', { with: /^(?:fmt|--fix)/, without: TELLS }],
	['cargo', { with: /^(?:fmt|fix|--fix)$/, without: TELLS }],
	['go', { with: /^(?:fmt|fix)$/ }],
	['deno', { with: /^(?:fmt|--fix)$/, without: TELLS }],
	['dotnet', { with: /^format$/, without: /^--verify/ }],
	['mix', { with: /^format$/, without: TELLS }],
]);

/** Files and folders that a program of this kind writes anew; without words the folder that it runs in. */
export function rewrittenBy(program: string, words: LooseCall): readonly (string | null)[] {
	const formatter = FORMATTERS.get(program);
	const has = (pattern: RegExp): boolean => words.some((word) => word === null || pattern.test(word));
	if (formatter === undefined || (formatter.with !== undefined && !has(formatter.with))) return [];
	if (formatter.without !== undefined && words.some((word) => formatter.without?.test(word ?? '') === true)) return [];
	const named = words.filter(
		(word) => word?.startsWith('-') !== true && !/^(?:format|fmt|fix|check|lint)$/.test(word ?? ''),
	);
	return named.length === 0 ? ['.'] : named;
}
