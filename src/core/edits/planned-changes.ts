import { defined } from '../defined.js';
import type { ActionRequest, TextToWrite } from '../policy/policy-types.js';
import { plain } from './diff-lines.js';
import { applyHunks, type FilePatch, readPatch } from './patch.js';
import type { ChangeDoubt, PlannedChange } from './planned-change.js';

type Stated = Pick<ActionRequest, 'diffs' | 'toolInput' | 'currentTexts'> & Partial<Pick<ActionRequest, 'paths'>>;
type Step = Omit<TextToWrite, 'path'> & { readonly hunks?: FilePatch['hunks'] };
/** Statements about one file: what the request shows, and what else its input holds, each in its order. */
type Group = {
	readonly path: string;
	readonly shown: Step[];
	readonly said: Step[];
	isDeleted: boolean;
	movedTo?: string;
};

const MOST_WORK = 50_000_000;
type Budget = { left: number };

/** Changes that a request would make to each file as it is now. A diff that does not fit stays a change of its own. */
export function plannedChanges(request: Stated, cwd: string): readonly PlannedChange[] {
	const current = new Map((request.currentTexts ?? []).map(({ path, text }) => [path, text]));
	const budget = { left: MOST_WORK };
	return groupsOf(request, cwd).flatMap((group) => {
		const text = current.get(group.path);
		const { path, movedTo } = group;
		const changes = text === undefined ? asStated(group) : againstFile(group, text, budget);
		return changes.map((change) => ({ path, ...change, ...defined({ movedTo }) }));
	});
}

/** The files that patches in the input name, from the workspace on. `named`: those that the request names beside. */
export function patchedPaths(texts: readonly TextToWrite[], cwd: string, named: Iterable<string>): readonly string[] {
	const absolute = namer(cwd, named);
	return texts
		.flatMap((text) => patchesOf(text)?.flatMap(({ path, movedTo = '' }) => [path, movedTo]) ?? [])
		.filter((path) => path !== '')
		.map(absolute);
}

function groupsOf({ diffs, toolInput, paths = [] }: Stated, cwd: string): readonly Group[] {
	const absolute = namer(
		cwd,
		[...diffs, ...paths].map((each) => ('given' in each ? each.given : each.path)),
	);
	const groups = new Map<string, Group>();
	const groupOf = (path: string): Group => {
		const known = groups.get(path) ?? { path, shown: [], said: [], isDeleted: false };
		groups.set(path, known);
		return known;
	};
	const texts = toolInput?.texts ?? [];
	for (const { path, oldText, newText } of diffs) {
		const isNew = oldText === null || oldText === '';
		// An editor that replaces every occurrence shows one of them.
		const isEvery = texts.some((text) => text.how === 'every' && text.oldText === oldText && text.newText === newText);
		const how = isNew ? ('whole' as const) : isEvery ? ('every' as const) : undefined;
		groupOf(path).shown.push({ newText, ...defined({ oldText: isNew ? undefined : oldText, how }) });
	}
	for (const text of texts) {
		const patches = patchesOf(text);
		const { path: own = '', ...step } = text;
		if (patches === null) addTo(groupOf(own === '' ? own : absolute(own)), step);
		for (const { path, movedTo, kind, hunks } of patches ?? []) {
			const group = groupOf(path === '' ? own : absolute(path));
			if (movedTo !== undefined) group.movedTo = movedTo;
			group.isDeleted ||= kind === 'delete';
			const lines = hunks.flatMap((hunk) => hunk.lines);
			const { isInDiff } = text;
			if (kind === 'add') {
				const newText = lines.map((line) => `${line.text}\n`).join('');
				group.said.push({ newText, how: 'whole', ...defined({ isInDiff }) });
			} else if (kind === 'update') {
				const newText = lines.map(({ sign, text: own }) => `${sign}${own}\n`).join('');
				group.said.push({ newText, how: 'patch', hunks, ...defined({ isInDiff }) });
			}
		}
	}
	return [...groups.values()];
}

function addTo(group: Group, { how, ...step }: Omit<TextToWrite, 'path'>): void {
	if (how === 'delete') group.isDeleted = true;
	else if (typeof how === 'object' && 'movedTo' in how) {
		group.movedTo = how.movedTo;
		group.said.push({ newText: '', how: 'patch', hunks: [] });
	} else group.said.push({ ...step, ...defined({ how }) });
}

const patchesRead = new WeakMap<TextToWrite, { readonly patches: readonly FilePatch[] | null }>();

function patchesOf(text: TextToWrite): readonly FilePatch[] | null {
	if (text.how !== 'patch') return null;
	const known = patchesRead.get(text) ?? { patches: readPatch(text.newText) };
	patchesRead.set(text, known);
	// Without any name nobody knows of which file it is.
	return known.patches?.some(({ path }) => path === '' && text.path === undefined) === true ? null : known.patches;
}

/** Whole path of a name in a patch: behind git's `a/` the first slash is gone, and comes back for a known file. */
function namer(cwd: string, named: Iterable<string>): (path: string) => string {
	const known = new Set(named);
	return (path) => {
		if (path.startsWith('/')) return path;
		const bare = path.replace(/^(?:\.\/)+/, '');
		const whole = `/${bare}`;
		return known.has(whole) || (cwd !== '/' && whole.startsWith(`${cwd}/`)) ? whole : `${cwd}/${bare}`;
	};
}

type Change = Omit<PlannedChange, 'path' | 'movedTo'>;

function asStated({ path, shown, said, isDeleted }: Group): readonly Change[] {
	if (isDeleted) return [{ oldText: '', newText: '', doubt: 'deletes-file' }];
	// A diff with the same text may belong to another file.
	const isRepeated = path === '' || shown.length > 0;
	const steps = [...shown, ...said.filter(({ isInDiff }) => isInDiff !== true || !isRepeated)];
	return steps.map(({ oldText, newText, how }) => {
		if (oldText === newText && newText !== '') return { oldText: null, newText, doubt: 'changes-nothing' };
		if (oldText !== undefined) return { oldText, newText };
		return { oldText: null, newText, ...(how === 'whole' && path !== '' ? {} : { doubt: 'place-unknown' }) };
	});
}

function againstFile({ shown, said, isDeleted }: Group, current: string | null, budget: Budget): readonly Change[] {
	if (isDeleted) return [{ oldText: current ?? '', newText: '', doubt: 'deletes-file' }];
	const first = applied(shown, current, budget);
	const others = said.filter(
		({ oldText, newText, hunks }) =>
			hunks !== undefined || !shown.some((step) => step.oldText === oldText && step.newText === newText),
	);
	if (shown.length === 0) return applied(others, current, budget);
	// Most agents send in the input once more what they show.
	const isShown = (changes: readonly Change[]): boolean =>
		changes.every(
			(change) => change.isWhole === true && first.some(({ newText }) => isSameText(newText, change.newText)),
		);
	if (others.length === 0 || isShown(applied(others, current, budget))) return first;
	const left = others.filter((step) => !isShown(applied([step], current, budget)));
	const further = applied(left, current, budget).filter(
		({ newText, doubt }) =>
			!left.some((step) => step.isInDiff === true && step.newText === newText && doubt === 'not-in-file'),
	);
	return [
		...first,
		...further.map((change) => (change.isWhole ? { ...change, doubt: 'not-as-shown' as const } : change)),
	];
}

function isSameText(one: string, other: string): boolean {
	return one === other || plain(one) === plain(other);
}

function applied(steps: readonly Step[], current: string | null, budget: Budget): readonly Change[] {
	const changes: Change[] = [];
	const unplaced: Change[] = [];
	const hasReturns = current?.includes('\r\n') === true && !/(?<!\r)\n/.test(current);
	const start = hasReturns ? plain(current ?? '') : (current ?? '');
	let text: string | null = null;
	const file = { text: current, plain: start };
	/** Text that a step goes on from: the file, or the result of an earlier change of all of it. */
	let base = file;
	const keep = (): void => {
		if (text === null) return;
		const newText: string = hasReturns ? text.replaceAll('\n', '\r\n') : text;
		changes.push({ oldText: base.text, newText, isWhole: true });
		base = { text: newText, plain: text };
		text = null;
	};
	for (const step of steps) {
		const goesOn = step.how !== 'whole' && isAll(step, text ?? base.plain);
		// A text that takes the place of all of it would hide what came before.
		if (goesOn || step.how === 'whole' || isAll(step, start)) {
			keep();
			changes.push(wholeChange(step, goesOn ? base.text : current));
			base = { text: step.newText, plain: plain(step.newText) };
			continue;
		}
		const before: string = text ?? base.plain;
		budget.left -= before.length + step.newText.length;
		let next: string | Unplaced = budget.left < 0 ? { doubt: 'not-looked-at' } : apply(before, step);
		if (typeof next !== 'string' && text === null && base !== file && budget.left >= 0) {
			base = file;
			next = apply(start, step);
		}
		if (typeof next === 'string') text = next;
		else unplaced.push({ oldText: null, newText: step.newText, ...next });
	}
	keep();
	return [...changes, ...unplaced];
}

function isAll({ oldText, how }: Step, current: string): boolean {
	// Line ends make up half of a text at the most.
	if (how !== undefined || oldText === undefined || oldText === '' || oldText.length * 2 < current.length) return false;
	return plain(oldText) === plain(current);
}

function wholeChange({ oldText, newText }: Step, current: string | null): Change {
	if (oldText === newText && newText !== '' && current !== newText) {
		return { oldText: null, newText, doubt: 'changes-nothing' };
	}
	return { oldText: current, newText, isWhole: true };
}

type Unplaced = { readonly doubt: ChangeDoubt };

function apply(text: string, { how, hunks, ...step }: Step): string | Unplaced {
	const newText = plain(step.newText);
	const oldText = step.oldText === undefined ? undefined : plain(step.oldText);
	if (hunks !== undefined) return applyHunks(text, hunks) ?? { doubt: 'patch-does-not-fit' };
	if (how === 'append') return text + newText;
	if (typeof how === 'object' && 'afterLine' in how)
		return inserted(text, how.afterLine, newText) ?? { doubt: 'place-unknown' };
	if (oldText === undefined) return { doubt: 'place-unknown' };
	// Editors make a new file where nothing is to be replaced.
	if (oldText === '') return text === '' ? newText : { doubt: 'place-unknown' };
	if (oldText === newText) return { doubt: 'changes-nothing' };
	const first = text.indexOf(oldText);
	if (first < 0) return { doubt: 'not-in-file' };
	if (how === 'every') return everyReplaced(text, oldText, newText) ?? { doubt: 'not-looked-at' };
	if (text.includes(oldText, first + 1)) return { doubt: 'several-places' };
	return text.slice(0, first) + newText + text.slice(first + oldText.length);
}

/** A text that would be longer is not made (characters): a short word in the place of each letter makes gigabytes. */
const MOST_RESULT = 4_000_000;

function everyReplaced(text: string, oldText: string, newText: string): string | null {
	const more = newText.length - oldText.length;
	let length = text.length;
	for (let at = text.indexOf(oldText); at >= 0; at = text.indexOf(oldText, at + oldText.length)) {
		length += more;
		if (more > 0 && length > MOST_RESULT) return null;
	}
	return text.replaceAll(oldText, () => newText);
}

function inserted(text: string, afterLine: number, newText: string): string | null {
	const lines = text.split('\n');
	if (!Number.isInteger(afterLine) || afterLine < 0 || afterLine > lines.length) return null;
	return [...lines.slice(0, afterLine), ...newText.split('\n'), ...lines.slice(afterLine)].join('\n');
}
