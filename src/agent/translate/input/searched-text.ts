import type { ToolKind } from '../../../core/tool-call.js';
import type { JsonObject } from '../../json.js';
import { plainName } from './walk.js';

/** Fields of a search that hold what is looked for in files, and never where. */
const TEXTS = ['regex', 'regexp', 'searchterm', 'searchpattern', 'query'] as const;
/** Options of a search in files alone: beside these a pattern is none of names. Those for names may ignore case or choose a type as well. */
const IN_FILES =
	/^(?:outputmode|[inabc]|(?:before|after)?context|contextlines|multiline|literal|fixedstrings|isregexp?|wholeword|linenumbers|include|includepattern|includes|glob|globs)$/;

/** Names of the fields whose text names no file, whatever it looks like. */
export function searchedText(kind: ToolKind | undefined, input: JsonObject): ReadonlySet<string> {
	if (kind !== 'search') return new Set();
	const isInFiles = Object.keys(input).some((key) => IN_FILES.test(plainName(key)));
	return new Set(isInFiles ? [...TEXTS, 'pattern'] : TEXTS);
}
