const BRANCH_PREFIX = 'acp-tui/';

const MOST_NAME = 64;

/** Device names of Windows, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const FIRST =
	'able brisk calm clear deft early even fair fond glad keen kind light lucid mild neat nimble plain quick quiet rapid sharp steady still swift tidy warm wise'.split(
		' ',
	);
const SECOND =
	'alder aspen badger birch cedar crane falcon fern finch fox hare hawk hazel heron larch lark linnet lynx maple marten otter owl pine plover robin rowan swan tern thrush willow wren'.split(
		' ',
	);

export function branchOf(name: string): string {
	return `${BRANCH_PREFIX}${name}`;
}

/** Why a name cannot be a worktree's, in words that follow “a name”; null for one that is safe as folder and branch. */
export function nameProblem(name: string): string | null {
	if (name === '') return 'cannot be empty';
	if (name.length > MOST_NAME) return `has at most ${MOST_NAME} characters`;
	if (!/^[A-Za-z0-9._-]+$/.test(name)) return 'consists of letters (a–z), digits, dots, dashes and underscores';
	if (!/^[A-Za-z0-9_]/.test(name)) return 'begins with a letter, a digit or an underscore';
	if (name.includes('..') || /\.(?:lock)?$/i.test(name))
		return 'has no two dots in a row, and ends with neither a dot nor .lock';
	return DEVICE.test(name) ? 'cannot be one that Windows keeps for devices' : null;
}

/** Two words that are easy to type: `brisk-otter`. `random` gives numbers from 0 up to 1, without it. */
export function makeName(random: () => number): string {
	return `${pick(FIRST, random)}-${pick(SECOND, random)}`;
}

function pick(words: readonly string[], random: () => number): string {
	return words[Math.floor(random() * words.length)] ?? words[0] ?? '';
}
