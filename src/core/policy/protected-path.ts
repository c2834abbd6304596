import type { ToolKind } from '../tool-call.js';
import type { ActionDetails } from './action-details.js';
import { pathBelowRoot } from './auto-run-files.js';
import { mayReadUnnamed, readNames } from './command-reads.js';
import { baseName, type CommandView, type LooseCall } from './command-view.js';
import { type WrittenNames, writtenNames } from './command-writes.js';
import type { CommandFact, LinkedWord } from './policy-types.js';
import { mayStartAnything } from './started-programs.js';

/** Subject of a deny or ask rule for paths. */
export type Protection = {
	readonly kind: ToolKind;
	/** Names whole paths; else paths from the workspace's top. */
	readonly isAbsolute: boolean;
	/** Not a rule for every name, which says nothing of whether a word is one. */
	readonly hasLetters: boolean;
	/** True for a path that the rule names: from the workspace's top, or absolute. */
	isProtected(path: string): boolean;
	/** True for a folder in which there may be such a path. */
	mayHold(folder: string): boolean;
	/** True for a pattern that may match such a path, by how it ends. */
	mayEndAlike(pattern: string): boolean;
};

/** Whether a command touches a file that a rule is about: for certain, perhaps, or provably not. */
export type Touch = 'yes' | 'maybe' | 'no';

/**
 * Relation of a command to a rule for paths: rules on reading look at what it reads, those on changes at what it
 * writes. `isNamed`: an allow rule names its program, so that it is not known here does not count.
 */
export function touchOf(protection: Protection, action: ActionDetails, isNamed: boolean): Touch {
	const { command, request } = action;
	if (command === null) return 'no';
	const links = request.command?.links;
	const one = touchBy(protection, action, command, isNamed);
	// Repeats the check with links replaced by their targets.
	if (one === 'yes' || links == null || links.length === 0) return one;
	const other = touchBy(protection, action, behindLinks(command, links), isNamed);
	return other === 'no' ? one : other;
}

/** The command with what its words lead to by links in their place. */
function behindLinks(command: CommandView, links: readonly LinkedWord[]): CommandView {
	const behind = new Map(links.map(({ word, path }) => [word, path.real ?? word]));
	const of = (word: string | null): string | null => (word === null ? null : (behind.get(word) ?? word));
	return {
		...command,
		calls: command.calls.map((call) => call.map(of)),
		heads: command.heads.map((call) => call.map(of)),
		inputs: command.inputs.map(of),
		outputs: command.outputs.map(of),
	};
}

function touchBy(protection: Protection, action: ActionDetails, command: CommandView, isNamed: boolean): Touch {
	switch (protection.kind) {
		case 'read':
		case 'search':
			return readTouch(protection, action, command, isNamed);
		case 'edit':
		case 'delete':
		case 'move':
			return action.isReadOnlyCommand ? 'no' : writeTouch(protection, protection.kind, action, command, isNamed);
		case 'execute':
		case 'fetch':
		case 'think':
		case 'switch_mode':
		case 'other':
			return 'no';
	}
}

function readTouch(protection: Protection, action: ActionDetails, command: CommandView, isNamed: boolean): Touch {
	const { request } = action;
	const folders = foldersOf(command, startOf(request.command, protection));
	const names = [...readNames(command.calls), ...command.inputs.filter((name) => name !== null)];
	const isHidden = command.inputs.includes(null);
	if (names.length > MOST_NAMES) return 'maybe';
	if (names.some((name) => isAnyProtected(name, folders, protection))) return 'yes';
	const links = linkTouch(request.command?.links, protection);
	if (links === 'yes') return 'yes';
	// After `cd $x` a name may be anywhere.
	const isElsewhere = folders.includes(null) && names.length > 0;
	if (isHidden || isElsewhere || links === 'maybe' || mayReadUnnamed(command)) return 'maybe';
	if (action.isReadOnlyCommand) return 'no';
	const copied = writtenNames(command, 'copied');
	if (
		copied.names.includes(null) ||
		copied.whole.some((name) => mayHoldAny(name, folders, protection, request.command?.workspace))
	)
		return 'maybe';
	return mayStartAnything(command, isNamed) ? 'maybe' : 'no';
}

function writeTouch(
	protection: Protection,
	kind: 'edit' | 'delete' | 'move',
	action: ActionDetails,
	command: CommandView,
	isNamed: boolean,
): Touch {
	const { request } = action;
	const folders = foldersOf(command, startOf(request.command, protection));
	const written = writtenNames(command, kind === 'edit' ? 'any' : kind);
	const outputs = kind === 'edit' ? command.outputs : [];
	if (written.names.length + written.whole.length + written.perhaps.length > MOST_NAMES) return 'maybe';
	const isAmong = (names: WrittenNames['names']) =>
		names.some((name) => name !== null && isAnyProtected(name, folders, protection));
	if (isAmong(outputs) || isAmong(written.names) || isAmong(written.whole.map(insideOf))) return 'yes';
	const isWriting = outputs.length > 0 || written.names.length > 0;
	const links = isWriting || written.perhaps.length > 0 ? linkTouch(request.command?.links, protection) : 'no';
	if (links === 'yes') return 'yes';
	const isHidden = links === 'maybe' || outputs.includes(null) || written.names.includes(null) || written.isElsewhere;
	if (
		isHidden ||
		isAmong(written.perhaps) ||
		isAmong(written.perhaps.map((name) => (name === null ? null : insideOf(name))))
	)
		return 'maybe';
	if (written.whole.some((name) => mayHoldAny(name, folders, protection, request.command?.workspace))) return 'maybe';
	// After `cd $x` a name may be anywhere.
	if (isWriting && folders.includes(null)) return 'maybe';
	return mayStartAnything(command, isNamed) ? 'maybe' : 'no';
}

/** Something in a folder: what names a whole folder names that. */
export function insideOf(folder: string): string {
	return `${folder}/\u{f8ff}`;
}

/** Links in a command's words by what they lead to. */
function linkTouch(links: readonly LinkedWord[] | null | undefined, { isProtected }: Protection): Touch {
	if (links === null) return 'maybe';
	const isNamed = links?.some(({ path: { relative, real } }) =>
		[relative, real].some((path) => path !== null && path !== '' && isProtected(path)),
	);
	return isNamed === true ? 'yes' : 'no';
}

/** The folder that names count from, as the rule counts: a whole path, or from the top of the workspace or additional directory. */
function startOf(command: CommandFact | undefined, { isAbsolute }: Protection): string {
	const { cwd, startsIn } = command ?? {};
	if (isAbsolute) return startsIn ?? cwd?.real ?? '';
	return cwd === undefined ? '' : (pathBelowRoot(cwd) ?? '');
}

/**
 * Folders that relative names in the command may count from: its start, and those that `cd` leads to; null: only the
 * shell knows.
 */
function foldersOf({ heads, calls }: CommandView, start: string): readonly (string | null)[] {
	let folders: (string | null)[] = [start];
	const targets = [
		...heads.flatMap(([program, ...words]) => {
			if (!/^(?:cd|pushd)$/.test(baseName(program ?? ''))) return [];
			// `cd` alone and `cd -` lead to places that are not known here.
			return [words.find((word) => word === null || !/^-[LPe@-]*$/.test(word)) ?? null];
		}),
		...calls.flatMap(startedIn),
	];
	for (const target of targets) {
		if (target === null) folders = [...folders, null];
		else folders = [...folders, ...folders.map((folder) => (folder === null ? null : folderBehind(target, folder)))];
		if (folders.length > MOST_FOLDERS) return [null];
	}
	return folders;
}

/** Folders that an option makes a program run in (`git -C x`, `env --chdir=x`, `tar --directory x`). */
function startedIn(call: LooseCall): readonly (string | null)[] {
	return call.flatMap((word, index) => {
		const glued = /^--(?:chdir|directory|cwd|prefix|work-tree)=(.*)$/s.exec(word ?? '')?.[1];
		if (glued !== undefined) return [glued];
		const isOption = /^-[a-zA-Z]*C$|^--(?:chdir|directory|cwd|prefix|work-tree)$/.test(word ?? '');
		return isOption && index + 1 < call.length ? [call[index + 1] ?? null] : [];
	});
}

/** Of one above the workspace's top the `..` is kept: from there a name may lead back. */
function folderBehind(target: string, folder: string): string {
	const { path, isClimbing } = joined(target, folder);
	return isClimbing ? `../${path}` : path;
}

const MOST_FOLDERS = 16;
/** More names than these are not looked at, and a path of more parts is taken for a protected one. */
const MOST_NAMES = 5000;
const MOST_PARTS = 64;

function isAnyProtected(name: string, folders: readonly (string | null)[], { isProtected }: Protection): boolean {
	return folders.some((folder) => {
		const paths = candidates(name, folder ?? '');
		return paths.length > MOST_PARTS || paths.some((path) => isProtected(path));
	});
}

function mayHoldAny(
	name: string,
	folders: readonly (string | null)[],
	{ mayHold, isAbsolute }: Protection,
	workspace: string | undefined,
): boolean {
	return folders.some((folder) => {
		const { path, isClimbing } = joined(name, folder ?? '');
		if (isClimbing || mayHold(path)) return true;
		if (isAbsolute || !path.startsWith('/')) return false;
		// A whole path may name the workspace, or a folder around it or in it.
		const isAround = path === '/' || workspace === undefined || `${workspace}/`.startsWith(`${path}/`);
		return isAround || (path.startsWith(`${workspace}/`) && mayHold(path.slice(workspace.length + 1)));
	});
}

type Joined = {
	/** From the workspace's top; an absolute one stays absolute. */
	readonly path: string;
	/** Leads above the top, from where it may lead back under a name that is not known here. */
	readonly isClimbing: boolean;
};

function joined(name: string, folder: string): Joined {
	const isAbsolute = name.startsWith('/') || folder.startsWith('/');
	const pieces: string[] = [];
	let isClimbing = false;
	for (const piece of (name.startsWith('/') ? name : `${folder}/${name}`).split('/')) {
		if (piece === '..') isClimbing = pieces.pop() === undefined || isClimbing;
		else if (piece !== '' && piece !== '.') pieces.push(piece);
	}
	return { path: `${isAbsolute ? '/' : ''}${pieces.join('/')}`, isClimbing: isClimbing && !isAbsolute };
}

/** The path from the workspace's top; of one whose way to there is not known every tail as well. */
function candidates(name: string, folder: string): readonly string[] {
	const { path, isClimbing } = joined(name, folder);
	if (path === '' || path === '/') return [];
	// An absolute path may be in the workspace, whose place is not known here.
	if (!name.startsWith('/') && !isClimbing) return [path];
	const pieces = path.split('/').filter((piece) => piece !== '');
	// Every prefix and every suffix of the path is tried.
	return [path, ...pieces.map((_, index) => pieces.slice(index).join('/'))];
}
