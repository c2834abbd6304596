import type { ToolKind } from '../../../core/tool-call.js';
import type { JsonObject } from '../../json.js';
import { plainName } from './walk.js';

/** Fields of a search that hold what is looked for in files, and never where. */
const TEXTS = ['regex', 'regexp', 'searchterm', 'searchpattern', 'query'] as const;
/** Options of a search in files alone: beside these a pattern is none of names. Those for names may ignore case as well. */
const IN_FILES =
	/^(?:outputmode|[inabco]|(?:before|after)?context|contextlines|multiline|literal|fixedstrings|isregexp?|wholeword|linenumbers|include|includepattern|includes|glob|globs|headlimit|maxcount|maxmatchesperfile|totalmaxmatches|namesonly)$/;
/** Types of what a search for names finds; all others are languages. */
const TYPE_OF_NAME =
	/^(?:[fdlxesp]|files?|dir|director(?:y|ies)|folders?|sym(?:bolic)?_?links?|links?|executable|empty|socket|pipe|any|all|both)?$/i;
const SEARCHES_FILES = /grep|(?:^|_)rg(?:_|$)|file_?content/i;
const SEARCHES_NAMES = /glob|list|(?:^|_)fd(?:_|$)|^find$|find_?(?:file|path|by)|file_?(?:find|search)/i;

/** Names of the fields whose text names no file, whatever it looks like. `names`: those of the tool, as far as they are known. */
export function searchedText(
	kind: ToolKind | undefined,
	input: JsonObject,
	names: readonly string[],
): ReadonlySet<string> {
	if (kind !== 'search') return new Set();
	const isOfFiles = Object.entries(input).some(([key, value]) => {
		const name = plainName(key);
		return IN_FILES.test(name) || (name === 'type' && typeof value === 'string' && !TYPE_OF_NAME.test(value));
	});
	const isInFiles =
		!names.some((name) => SEARCHES_NAMES.test(name)) && (isOfFiles || names.some((name) => SEARCHES_FILES.test(name)));
	return new Set(isInFiles ? [...TEXTS, 'pattern'] : TEXTS);
}
