import { wordSet } from '../text/word-set.js';
import { type ActionDetails, detailsOf } from './action-details.js';
import { beyondView } from './beyond-view.js';
import { baseName, viewCommand } from './command-view.js';
import { decide, isRuledOut } from './decide.js';
import { NAMES_HOME, PLAIN_PATH } from './places-outside.js';
import type { ActionRequest, CommandFact, PolicyContext } from './policy-types.js';
import { joinFolder } from './shell/line-folders.js';

/** A repository is more than its files: what changes one is asked about by its words. */
const REPOSITORIES: ReadonlySet<string> = wordSet('git hg svn jj');

/** Where every command may look or write: it sees its own, unless the workspace lies there. */
const OWN = /^\/(tmp|dev\/(?:null|zero|u?random|std(?:in|out|err)|fd))(?:\/|$)/;

/**
 * Whether a command that is not allowed may run in a layer over the workspace, where it changes nothing that it
 * names: no rule is about it, its words lead nowhere else, and it acts on files alone, as far as they tell.
 */
export function mayRunInLayer(request: ActionRequest, context: PolicyContext): boolean {
	const { command, source } = request;
	if (source !== 'terminal' || command === undefined || context.mode === 'bypassPermissions') return false;
	if (decide(request, context).decision === 'allow') return false;
	const action = detailsOf(request);
	if (isRuledOut(action, context) || !action.isAllInside) return false;
	// The layer shows all of a repository around the workspace, read-only.
	const isReadingAround = action.repository !== null;
	if (beyondView(action, false) !== null || leadsOutside(command)) return false;
	return isReadingAround || !changesRepository(action, command);
}

function changesRepository({ parts }: ActionDetails, command: CommandFact): boolean {
	// Parts that only read need no further check.
	const unproven = parts?.filter(({ doubt }) => doubt !== null);
	const calls =
		unproven === undefined || unproven.some(({ forms }) => forms.length === 0)
			? viewCommand(command).calls
			: unproven.flatMap(({ source }) => viewCommand({ text: source, line: source, envNames: [] }).calls);
	return calls.some(([program]) => REPOSITORIES.has(baseName(program ?? '').toLowerCase()));
}

/** Places outside of the workspace that a link or a word of it leads to are asked about as they are. */
function leadsOutside(command: CommandFact): boolean {
	const { cwd, workspace, links, startsIn } = command;
	if (command.leadsOutside !== undefined || cwd?.isInside === false || links === null) return true;
	if (links?.some(({ path }) => !path.isInside) === true) return true;
	if (NAMES_HOME.test(command.line ?? command.argv?.join(' ') ?? command.text)) return true;
	const { calls, inputs, outputs } = viewCommand(command);
	const words = [...calls.flatMap(([, ...rest]) => rest), ...inputs, ...outputs];
	return words.some((word) => word !== null && isOutside(word, workspace, startsIn ?? workspace));
}

function isOutside(word: string, workspace: string | undefined, startsIn: string | undefined): boolean {
	const path = word.replace(/^-{1,2}[\w-]+=/, '');
	// A pattern, a script: no name of a file.
	if (!/^\.{0,2}\/|^\.\.$|\/\.\.(?:\/|$)/.test(path) || !PLAIN_PATH.test(path)) return false;
	const [, folder] = OWN.exec(path) ?? [];
	if (folder !== undefined && workspace?.startsWith(`/${folder}/`) !== true) return false;
	const whole = joinFolder(startsIn ?? '/', path);
	return workspace === undefined || (whole !== workspace && !whole.startsWith(`${workspace}/`));
}
