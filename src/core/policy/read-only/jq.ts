import { UNPROVEN } from '../policy-messages.js';
import type { Argument } from './argument.js';
import { checkByTable, type OptionTable } from './option-table.js';
import { type ReadOnlyVerdict, unproven } from './verdict.js';

const JQ: OptionTable = {
	letters: 'rcsSeajMC',
	long: '--raw-output --compact-output --slurp --sort-keys --exit-status --ascii-output --tab --join-output --monochrome-output --color-output --version'.split(
		' ',
	),
	exactValued: ['--indent'],
	operands: { text: 1 },
};
/** Modules are other files, wherever they are. */
const OTHER_FILES = /\b(?:import|include|modulemeta|input_filename|get_search_list)\b/;
/** What makes much out of nothing. `.[1e9] = 1` and `"x" * 1e9` do as well. */
const ENDLESS =
	/\b(?:range|repeat|recurse|until|while|limit|def|reduce|foreach|combinations|infinite|implode|setpath)\b/;
const ASSIGNMENT = /[^=!<>]=[^=]|\*/;

/** Checks `jq`: programs that pick from the files that are named, not those that make values of their own. */
export function checkJq(words: readonly Argument[]): ReadOnlyVerdict {
	if (words.some((word) => OTHER_FILES.test(word.text))) return unproven(UNPROVEN.jqLoads);
	const isEndless = words.some(({ text }) => ENDLESS.test(text) || (!text.startsWith('-') && ASSIGNMENT.test(text)));
	return isEndless ? unproven(UNPROVEN.jqEndless) : checkByTable('jq', JQ, words);
}

const YQ: OptionTable = {
	letters: 'rPCMNeyY',
	textLetters: 'op',
	long: '--raw-output --prettyPrint --no-colors --colors --exit-status --unwrapScalar --version'.split(' '),
	textLong: ['--output-format', '--input-format', '--indent'],
	operands: { text: 1 },
};
/** Operators that load files, run programs, or read the environment into the document. */
const YQ_ELSEWHERE = /load|eval|env|system|split|input|import|include/i;

/** Checks `yq`, of either kind: an expression that picks from files inside. */
export function checkYq(words: readonly Argument[]): ReadOnlyVerdict {
	const [first, ...rest] = words;
	const own = first?.text === 'e' || first?.text === 'eval' ? rest : words;
	if (own.some((word) => YQ_ELSEWHERE.test(word.text) && !isFileName(word.text))) return unproven(UNPROVEN.jqLoads);
	const isEndless = own.some(({ text }) => !text.startsWith('-') && (ENDLESS.test(text) || ASSIGNMENT.test(text)));
	return isEndless ? unproven(UNPROVEN.jqEndless) : checkByTable('yq', YQ, own);
}

/** Named like a file, and no expression of that form. */
function isFileName(text: string): boolean {
	return /^[\w-][\w./-]*\.(?:ya?ml|json|toml|xml)$/.test(text);
}
