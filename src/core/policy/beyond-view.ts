import type { ActionDetails } from './action-details.js';
import { NETWORK, NETWORK_COMMANDS, SERVICES } from './beyond-view-table.js';
import { baseName, type CommandView, type LooseCall, viewCommand } from './command-view.js';
import { runsUnknown } from './fed-programs.js';
import { INTERPRETERS } from './interpreters.js';
import { STARTS_NOTHING } from './known-programs.js';
import { placeOutside } from './places-outside.js';
import { type ActionRequest, type CommandFact, NO_TITLE } from './policy-types.js';
import { namesInput, programPlace } from './program-place.js';
import { innerLine } from './read-only/wrappers.js';

/** Parts of the network that the words of commands are checked for: none where each connection is decided about. */
type Net = { readonly programs: ReadonlySet<string>; readonly commands: ReadonlyMap<string, ReadonlySet<string>> };
const OPEN: Net = { programs: NETWORK, commands: NETWORK_COMMANDS };
const HELD: Net = { programs: new Set(), commands: new Map() };

/**
 * Part of a request that reaches beyond a shadow's view of the workspace, as words behind a colon; null: its whole
 * effect stays there, whatever it is. Of a command its words tell: what a program of the repository's does by itself is
 * for the sandbox to hold. `isNetworkHeld`: so is each connection.
 */
export function beyondView(action: ActionDetails, isNetworkHeld: boolean): string | null {
	const { request, kind } = action;
	const { mcp, possibleMcp = [], host, possibleHosts = [], toolInput, command } = request;
	if (mcp !== undefined || possibleMcp.length > 0) return 'an MCP tool';
	if (host !== undefined || request.kind === 'fetch') return 'the network';
	switch (kind) {
		case 'edit':
		case 'delete':
		case 'move':
			// A tool that names what it changes is a change of files.
			return request.paths.length > 0 || request.writes === true || (toolInput?.texts.length ?? 0) > 0
				? null
				: 'no file is named';
		case 'execute': {
			const view = action.command ?? titleAsCommand(request);
			if (view === null) return 'nobody says what runs';
			if (command?.outputs === null) return 'it writes to a place that is not known';
			const net = isNetworkHeld ? HELD : OPEN;
			const text = command?.text ?? request.title;
			return beyondInCommand(view, text, net) ?? placeOutside(action) ?? unknownProgram(command);
		}
		case 'read':
		case 'search':
		case 'think':
			return possibleHosts.length === 0 ? null : 'the network';
		case 'fetch':
		case 'switch_mode':
		case 'other':
			return 'its kind is not known';
	}
}

/** Some agents say what runs in the title alone, which can only make it reach further. */
function titleAsCommand({ title }: ActionRequest): CommandView | null {
	const isNone = title.trim() === '' || title === NO_TITLE;
	return isNone ? null : viewCommand({ text: title, line: title, envNames: [] });
}

function unknownProgram(command: CommandFact | undefined): string | null {
	const name = runsUnknown(command?.line ?? innerLine(command?.argv ?? []) ?? '');
	return name === null ? null : `what ${name} runs is not known`;
}

function beyondInCommand(view: CommandView, text: string, net: Net): string | null {
	for (const call of view.calls) {
		const found = beyondInCall(call, net);
		if (found !== null) return found;
	}
	const place = [...view.inputs, ...view.outputs].find((path) => /^\/dev\/(?:tcp|udp)\//.test(path ?? ''));
	if (place !== undefined && net === OPEN) return place;
	// Such programs only write or print their arguments.
	if (view.heads.length > 0 && view.heads.every(isHarmless)) return null;
	// A shell or an interpreter without a file runs what it reads, and words of the line may be just that.
	const fed = view.heads.some(readsProgram) ? [text] : [];
	for (const each of [...view.opaque, ...fed]) {
		const found = beyondInText(each, net);
		if (found !== null) return found;
	}
	return null;
}

function readsProgram(call: LooseCall): boolean {
	const place = programPlace(call.map((word) => word ?? '$'));
	return place === 'input' || (place !== null && namesInput(place.value));
}

function isHarmless([program]: LooseCall): boolean {
	const name = baseName(program ?? '');
	return STARTS_NOTHING.has(name) && !NETWORK.has(name);
}

/** Programs that take texts and patterns, in which an address is nothing that is reached. */
const TAKES_TEXTS = /^(?:git|sed|[gmn]?awk|rg|find|perl)$/;
const ADDRESS = /\b(?:https?|wss?|ftps?|ssh|git):\/\/(?!(?:localhost|127\.|\[::1\]))[^\s/]/i;

function beyondInCall(call: LooseCall, net: Net): string | null {
	const name = baseName(call[0] ?? '').toLowerCase();
	const words = call.slice(1);
	if (SERVICES.has(name) || net.programs.has(name)) return name;
	const commands = net.commands.get(name);
	const own =
		name === 'yarn' && words.length === 0 && net === OPEN ? 'install' : networkCommandOf(name, words, commands);
	if (own !== null) return `${name} ${own}`;
	if (/^python[\d.]*$/.test(name) && words[0] === '-m') return beyondInCall(words.slice(1), net);
	const isCode = INTERPRETERS.test(name) || /^[gmn]?awk$/.test(name);
	for (const word of words) {
		if (word === null) continue;
		const mayReach = net === OPEN && !STARTS_NOTHING.has(name) && !TAKES_TEXTS.test(name);
		if (mayReach && ADDRESS.test(word)) return 'it names an address';
		const found = isCode && /[\s('"`]/.test(word) ? beyondInText(word, net) : null;
		if (found !== null) return found;
	}
	return null;
}

/** Commands of git that reach others by what follows. */
const GIT_REMOTE: ReadonlyMap<string, RegExp> = new Map([
	['remote', /^(?:update|prune|show)$/],
	['submodule', /^(?:add|update|sync|foreach)$/],
]);

/** Subcommand of a program that reaches the network; a word that only the shell knows may be one. */
function networkCommandOf(name: string, words: LooseCall, commands: ReadonlySet<string> | undefined): string | null {
	if (commands === undefined) return null;
	for (const [index, word] of words.entries()) {
		if (word === null) return '…';
		if (/^[-+]/.test(word)) continue;
		if (commands.has(word)) return word;
		if (name === 'git' && GIT_REMOTE.get(word)?.test(words[index + 1] ?? '') === true) return word;
		// Behind an option this may be its value; these take several.
		if (words[index - 1]?.startsWith('-') !== true && name !== 'mvn' && !/^gradlew?$/.test(name)) return null;
	}
	return null;
}

/** English words, too: in a text they say nothing. */
const COMMON: ReadonlySet<string> = new Set(
	'at batch open service host mail code links kind port fly hub tea ping dig wall su'.split(' '),
);
const MOST_CHARS = 100_000;
/** Subcommands that are recognised anywhere in a text. */
const PLAIN = /^(?:push|pull|fetch|clone|publish|install|download|deploy|login)$/;
/** Code that programs reach others with. */
const CONNECTS =
	/\bfetch\s*\(|\b(?:urllib|aiohttp|httpx|urlopen|XMLHttpRequest|WebSocket|IO::Socket|LWP|Net::(?:HTTP|SMTP|FTP|SSH)|open-uri|TCPSocket)\b|\b(?:require|import|from)\b[^\n;]{0,40}\b(?:https?|net|tls|dgram|axios|undici|requests|socket|smtplib|ftplib)\b/;

/** Like `beyondInCommand`, for a text that may be no command line: any word may be a program. */
function beyondInText(text: string, net: Net): string | null {
	if (text.length > MOST_CHARS) return 'it is too long to be looked at';
	if (net === OPEN && /\/dev\/(?:tcp|udp)\//.test(text)) return '/dev/tcp';
	if (net === OPEN && CONNECTS.test(text)) return 'its code connects to other machines';
	const words = text.toLowerCase().match(/[\w.+-]+/g) ?? [];
	const plain = [...new Set(words.filter((word) => PLAIN.test(word)))];
	for (const [index, word] of words.entries()) {
		if ((SERVICES.has(word) || net.programs.has(word)) && !COMMON.has(word)) return word;
		const commands = net.commands.get(word);
		const own = [words[index + 1] ?? '', ...plain].find((other) => commands?.has(other));
		if (own !== undefined) return `${word} ${own}`;
	}
	return null;
}
