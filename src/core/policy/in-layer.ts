import { wordSet } from '../text/word-set.js';
import { type ActionDetails, detailsOf } from './action-details.js';
import { baseName, type LooseCall, viewCommand } from './command-view.js';
import { decide, isRuledOut } from './decide.js';
import { REACHES } from './reached-hosts.js';
import { joinFolder } from './shell/line-folders.js';
import type { ActionRequest, CommandFact, PolicyContext } from './types.js';

/** Programs that act on more than files: on other users, machines and processes, daemons, accounts, repositories. */
const ASKED_FIRST: ReadonlySet<string> = new Set([
	...REACHES,
	...wordSet(
		'sudo doas su runuser pkexec mosh docker podman nerdctl kubectl helm systemctl systemd-run service launchctl',
		'crontab at batch kill pkill killall open xdg-open osascript tmux screen mount umount reboot shutdown',
		'git hg svn jj gh glab aws gcloud az heroku flyctl vercel netlify terraform tofu pulumi ansible vagrant',
		'psql mysql redis-cli mongosh createdb dropdb adb brew apt apt-get dnf yum pacman apk snap flatpak',
		'gpg ssh-add ssh-keygen pass op npx bunx pnpx uvx pipx',
	),
]);

/** Subcommands that fetch or publish: without a network they would only fail. */
const NEEDS_NETWORK: readonly (readonly [program: RegExp, subcommand: RegExp])[] = [
	[
		/^(?:npm|pnpm|yarn|bun)$/,
		/^(?:i|in|install|ci|add|up|update|upgrade|audit|outdated|publish|login|dlx|create|init)$/,
	],
	[/^(?:pip\d?|uv|poetry|pdm|pipenv|conda|mamba)$/, /^(?:install|add|sync|lock|update|download|publish|pip|create)$/],
	[/^cargo$/, /^(?:install|add|update|fetch|publish|search|login)$/],
	[/^go$/, /^(?:get|install|mod)$/],
	[/^(?:gem|bundle|composer)$/, /^(?:install|update|add|require|push)$/],
	[/^dotnet$/, /^(?:restore|add|nuget|tool)$/],
];

/** Where every command may look or write: it sees its own, unless the workspace lies there. */
const OWN = /^\/(tmp|dev\/(?:null|zero|u?random|std(?:in|out|err)|fd))(?:\/|$)/;

/** Only the shell knows what such a word is; its home folder is never the workspace. */
const NAMES_HOME = /(?:^|[\s=:<>("'])~|\$\{?(?:HOME|OLDPWD)\b/;

/**
 * Whether a command that is not let through may run in a layer over the workspace, where it changes nothing that it
 * names: no rule is about it, its words lead nowhere else, and it acts on files alone, as far as they tell.
 */
export function mayRunInLayer(request: ActionRequest, context: PolicyContext): boolean {
	const { command, toolInput, mcp, host, diffs, writes } = request;
	if (command === undefined || mcp !== undefined || host !== undefined) return false;
	if (diffs.length > 0 || writes === true || context.mode === 'bypassPermissions') return false;
	if (toolInput !== undefined && toolInput.notUnderstood.length + toolInput.possibleCommands.length > 0) return false;
	if (decide(request, context).decision === 'allow') return false;
	const action = detailsOf(request);
	if (isRuledOut(action, context) || !action.isAllInside) return false;
	return !actsElsewhere(action, command) && !leadsOutside(command);
}

function actsElsewhere({ parts }: ActionDetails, command: CommandFact): boolean {
	// Of a part that only reads nothing else need be known.
	const unproven = parts?.filter(({ verdict }) => !verdict.readOnly);
	const calls =
		unproven === undefined || unproven.some(({ forms }) => forms.length === 0)
			? viewCommand(command).calls
			: unproven.flatMap(({ source }) => viewCommand({ text: source, line: source, envNames: [] }).calls);
	return calls.some(isAskedFirst);
}

function isAskedFirst([program, ...words]: LooseCall): boolean {
	const name = baseName(program ?? '').toLowerCase();
	if (ASKED_FIRST.has(name)) return true;
	const subcommand = words.find((word) => word?.startsWith('-') !== true) ?? '';
	return NEEDS_NETWORK.some(([programs, subcommands]) => programs.test(name) && subcommands.test(subcommand));
}

/** What a link or a word of it leads to outside of the workspace is asked about as it is. */
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
	if (!/^\.{0,2}\/|^\.\.$|\/\.\.(?:\/|$)/.test(path) || /[\s{}|^$*\\()[\]]/.test(path)) return false;
	const [, folder] = OWN.exec(path) ?? [];
	if (folder !== undefined && workspace?.startsWith(`/${folder}/`) !== true) return false;
	const whole = joinFolder(startsIn ?? '/', path);
	return workspace === undefined || (whole !== workspace && !whole.startsWith(`${workspace}/`));
}
