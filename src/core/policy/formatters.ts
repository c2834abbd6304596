import { byName } from '../text/word-set.js';
import type { LooseCall } from './command-view.js';

/** A program that lays out or mends the files it is told, and those of folders. */
type Formatter = {
	/** It writes only with one of these words. */
	readonly with?: RegExp;
	/** With one of these it only tells. */
	readonly without?: RegExp;
};

const TELLS = /^--(?:check|diff|dry-run|list-different)/;
const FORMATTERS = byName<Formatter>({
	'prettier gofmt goimports gofumpt shfmt': { with: /^-[a-z]*w|^--write/ },
	'eslint biome stylelint oxlint standard xo tslint knip': { with: /^--(?:fix|write|apply)/ },
	'autopep8 yapf clang-format': { with: /^-i|^--in-?place/ },
	'black isort rustfmt swiftformat': { without: TELLS },
	ruff: { with: /^(?:format|--fix)/, without: TELLS },
	rubocop: { with: /^-[aA]|^--(?:auto|fix)/ },
	'golangci-lint': { with: /^(?:fmt|--fix)/, without: TELLS },
	cargo: { with: /^(?:fmt|fix|--fix)$/, without: TELLS },
	go: { with: /^(?:fmt|fix)$/ },
	deno: { with: /^(?:fmt|--fix)$/, without: TELLS },
	dotnet: { with: /^format$/, without: /^--verify/ },
	mix: { with: /^format$/, without: TELLS },
});

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
