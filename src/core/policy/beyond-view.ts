import type { ActionDetails } from './action-details.js';
import { NETWORK, NETWORK_COMMANDS, SERVICES } from './beyond-view-table.js';
import { baseName, type CommandView, type LooseCall } from './command-view.js';
import { INTERPRETERS, STARTS_NOTHING } from './known-programs.js';
import { fromTop } from './shell/line-folders.js';

/**
 * What of a request reaches beyond a shadow's view of the workspace, as words that begin a sentence; null: its whole
 * effect stays there, whatever it is. Of a command its words tell: what a program of the repository's does by itself is
 * for the sandbox to hold.
 */
export function beyondView(action: ActionDetails): string | null {
	const { request, kind } = action;
	const { mcp, possibleMcp = [], host, possibleHosts = [], toolInput, command } = request;
	if (mcp !== undefined || possibleMcp.length > 0) return 'an MCP tool';
	if (host !== undefined || request.kind === 'fetch') return 'the network request';
	switch (kind) {
		case 'edit':
		case 'delete':
		case 'move':
			// It says what it changes, so it is a change of files.
			return request.paths.length > 0 || request.writes === true || (toolInput?.texts.length ?? 0) > 0
				? null
				: 'a change that names no file';
		case 'execute': {
			if (action.command === null) return 'a command that is not named';
			if (command?.outputs === null) return 'a place that is not known';
			return beyondInCommand(action.command) ?? placeOutside(action);
		}
		case 'read':
		case 'search':
		case 'think':
			return possibleHosts.length === 0 ? null : 'the network request';
		case 'fetch':
		case 'switch_mode':
		case 'other':
			return 'an action of an unknown kind';
	}
}

/** Beside the workspace, what every sandbox has of its own, and programs. */
const OUTSIDE = /^(?:\.\.(?:\/|$)|~|\/(?!\/|(?:tmp|var\/tmp|dev|usr|bin|sbin|lib|lib64|opt)(?:\/|$)))/;

/** Signs of a script or a pattern, which names of files seldom have. */
export const SCRIPT = /[{}|;()^$*\\]/;

/** A place outside of the workspace that a word of the command names. */
function placeOutside({ request, parts, command }: ActionDetails): string | null {
	const { workspace } = request.command ?? {};
	const calls = command?.calls.map((words) => ({ words, folders: [''] })) ?? [];
	const named = parts?.flatMap(({ forms, folders }) => ({ words: forms[0] ?? [], folders: folders ?? [''] })) ?? calls;
	for (const { words, folders } of named) {
		for (const word of words.slice(1)) {
			const place = fromTop((word ?? '').replace(/^--?[\w-]+=/, ''), workspace, folders);
			if (OUTSIDE.test(place) && !SCRIPT.test(place)) return word;
		}
	}
	// A shell makes a home folder of it.
	return parts?.flatMap(({ source }) => /(?<=[\s=:>])~[\w/]\S*/.exec(source)?.[0] ?? [])[0] ?? null;
}

function beyondInCommand(view: CommandView): string | null {
	for (const call of view.calls) {
		const found = beyondInCall(call);
		if (found !== null) return found;
	}
	const place = [...view.inputs, ...view.outputs].find((path) => /^\/dev\/(?:tcp|udp)\//.test(path ?? ''));
	if (place !== undefined) return place;
	// What such programs are given they only write or print.
	if (view.heads.length > 0 && view.heads.every(isHarmless)) return null;
	for (const text of view.opaque) {
		const found = beyondInText(text);
		if (found !== null) return found;
	}
	return null;
}

function isHarmless([program]: LooseCall): boolean {
	const name = baseName(program ?? '');
	return STARTS_NOTHING.has(name) && !NETWORK.has(name);
}

/** These take texts and patterns, in which an address is nothing that is reached. */
const TAKES_TEXTS = /^(?:git|sed|[gmn]?awk|rg|find|perl)$/;
const ADDRESS = /\b(?:https?|wss?|ftps?|ssh|git):\/\/(?!(?:localhost|127\.|\[::1\]))[^\s/]/i;

function beyondInCall(call: LooseCall): string | null {
	const name = baseName(call[0] ?? '').toLowerCase();
	const words = call.slice(1);
	if (SERVICES.has(name) || NETWORK.has(name)) return name;
	const own = name === 'yarn' && words.length === 0 ? 'install' : networkCommandOf(name, words);
	if (own !== null) return `${name} ${own}`;
	if (/^python[\d.]*$/.test(name) && words[0] === '-m') return beyondInCall(words.slice(1));
	const isCode = INTERPRETERS.test(name) || /^[gmn]?awk$/.test(name);
	for (const word of words) {
		if (word === null) continue;
		if (!STARTS_NOTHING.has(name) && !TAKES_TEXTS.test(name) && ADDRESS.test(word)) return 'the address that it names';
		const found = isCode && /[\s('"`]/.test(word) ? beyondInText(word) : null;
		if (found !== null) return found;
	}
	return null;
}

/** Its own command that reaches the network; a word that only the shell knows may be one. */
function networkCommandOf(name: string, words: LooseCall): string | null {
	const commands = NETWORK_COMMANDS.get(name);
	if (commands === undefined) return null;
	for (const [index, word] of words.entries()) {
		if (word === null) return '…';
		if (word.startsWith('-')) continue;
		if (commands.has(word)) return word;
		if (name === 'git' && word === 'remote' && /^(?:update|prune|show)$/.test(words[index + 1] ?? '')) return 'remote';
		// Behind an option this may be its value.
		if (words[index - 1]?.startsWith('-') !== true) return null;
	}
	return null;
}

/** English words, too: in a text they say nothing. */
const COMMON: ReadonlySet<string> = new Set(
	'at batch open service host mail code links kind port fly hub tea ping dig wall su'.split(' '),
);
const MOST_CHARS = 100_000;

/** The same of a text that is no line for certain: any word of it may be a program. */
function beyondInText(text: string): string | null {
	if (text.length > MOST_CHARS) return 'a text that is too long to look at';
	if (/\/dev\/(?:tcp|udp)\//.test(text)) return '/dev/tcp';
	const words = text.toLowerCase().match(/[\w.+-]+/g) ?? [];
	for (const [index, word] of words.entries()) {
		if ((SERVICES.has(word) || NETWORK.has(word)) && !COMMON.has(word)) return word;
		const own = NETWORK_COMMANDS.get(word)?.has(words[index + 1] ?? '') === true ? words[index + 1] : undefined;
		if (own !== undefined) return `${word} ${own}`;
	}
	return null;
}
