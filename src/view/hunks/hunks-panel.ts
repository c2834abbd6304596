import { sanitizeLine } from '../../core/text/sanitize.js';
import {
	allHunks,
	type FileChoice,
	type HunkChoice,
	hunkChoice,
	withDecisions,
	withSplit,
} from '../code/hunk-choice.js';
import { bounds, countsOf, firstLineOf, type Hunk, type HunkDecision, newLinesOf, splitHunk } from '../code/hunks.js';
import { type Role, styled } from '../line.js';
import { openPage, openPanel } from '../panel/engine.js';
import { type PanelAction, type PanelKind, type PanelResult, type PanelRow, panelOf } from '../panel/panel.js';
import { isCurrent } from '../questions/follow-question.js';
import { keysPage } from '../review/keys-page.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { show, toast, type UiStep, withoutToast, withRequests } from '../state/ui-step.js';
import { relativePath } from '../transcript/tool/tool-title.js';
import { hunkLines } from './hunk-lines.js';

type Row = PanelRow & { readonly hunk: Hunk; readonly of: FileChoice };

export function open(context: ScreenContext): UiStep {
	return show(openHunks(context, null));
}

/** `selected`: the row to begin at, by its id. */
function openHunks(context: ScreenContext, selected: string | null): UiState {
	const ui: UiState = { ...context.ui, panel: { kind: 'none' } };
	const choice = choiceIn(context);
	if (choice === null || ui.question === null)
		return toast(
			ui,
			'This change can only be allowed whole: it is not text, moves or deletes a file, or its place in the file is not known',
			context.now,
		);
	const begun = { ...ui, question: { ...ui.question, hunks: choice } };
	return openPanel({ ...context, ui: begun }, hunksPanel, null, { selected });
}

/** The choice so far; null where the question in front has no hunks. */
function choiceIn({ session, ui }: ScreenContext): HunkChoice | null {
	const [question] = session.questions;
	if (question?.kind !== 'permission' || ui.question?.questionId !== question.id) return null;
	return ui.question.hunks ?? hunkChoice(question.request);
}

/** Whether the request is the one that the hunks were opened for: no key decides about one that was not seen. */
function isAsShown({ session: { questions }, ui: { question: view } }: ScreenContext): boolean {
	return view?.hunks !== undefined && questions[0] !== undefined && isCurrent(view, questions[0]);
}

const hunksPanel: PanelKind = {
	name: 'hunks',
	keys: 'hunks',
	coversDraft: true,
	scrolledBy: { up: 'hunk-line-up', down: 'hunk-line-down' },
	panel(context) {
		const choice = isAsShown(context) ? choiceIn(context) : null;
		if (choice === null) return null;
		const { taken, total } = choice;
		const areSeveral = choice.files.length > 1;
		return panelOf<null, Row>({
			title: 'Hunks',
			titleNote: [
				...(areSeveral ? [] : [nameOf(choice.files[0]?.path ?? '', context)]),
				`${taken} of ${total} taken`,
			].join(' · '),
			rows: choice.files.flatMap((of) =>
				of.file.hunks.map((hunk): Row => rowOf(context, of, hunk, choice, areSeveral)),
			),
			reading: {
				head: () => [],
				lines: ({ of, hunk }, width) => hunkLines(of, hunk, width, ownLines(choice.decisions.get(hunk))),
				count: ({ hunk }) => countsOf(hunk).added + countsOf(hunk).removed + 2,
			},
			actions: (row) => (row === undefined ? [] : actionsOf(row, choice)),
			spoken: { how: 'y takes, n leaves one; nothing is answered here' },
		});
	},
};

function ownLines(decision: HunkDecision | undefined): string | null {
	return typeof decision === 'object' ? decision.text : null;
}

type Look = keyof typeof SIGNS;

const COLORS: Readonly<Record<Look, Role>> = { take: 'added', leave: 'removed', edited: 'info', open: 'muted' };

function lookOf(decision: HunkDecision | undefined): Look {
	if (decision === undefined) return 'open';
	return typeof decision === 'object' ? 'edited' : decision;
}

function rowOf(
	context: ScreenContext,
	of: FileChoice,
	hunk: Hunk,
	{ decisions }: HunkChoice,
	areSeveral: boolean,
): Row {
	const look = lookOf(decisions.get(hunk));
	const { added, removed } = countsOf(hunk);
	const words = sanitizeLine(firstLineOf(of.file, hunk));
	return {
		id: idOf(of, hunk),
		hunk,
		of,
		label: `${placeOf(hunk)}  ${words}`,
		signs: [styled(`${SIGNS[look]} `, { color: COLORS[look], bold: true })],
		edge: () => [
			...(added > 0 ? [styled(`+${added}`, { color: 'added' as const })] : []),
			...(removed > 0 ? [styled(`${added > 0 ? ' ' : ''}−${removed}`, { color: 'removed' as const })] : []),
		],
		spoken: `${DECIDED[look]}: ${placeOf(hunk)}, ${words}`,
		...(areSeveral ? { group: nameOf(of.path, context) } : {}),
	};
}

function nameOf(path: string, { session }: ScreenContext): string {
	return relativePath(path, session.cwd);
}

/** Lines of a hunk in the file as it is. */
function placeOf(hunk: Hunk): string {
	const { start, end } = bounds(hunk);
	const [first, last] = [start.old + 1, Math.max(start.old + 1, end.old)];
	return first === last ? `line ${first}` : `lines ${first}–${last}`;
}

function idOf({ path }: FileChoice, hunk: Hunk): string {
	const { start, end } = bounds(hunk);
	return `${start.old} ${end.old} ${start.fresh} ${path}`;
}

function actionsOf({ of, hunk }: Row, choice: HunkChoice): readonly PanelAction<null>[] {
	const { hunks } = of.file;
	const rest = hunks.slice(hunks.indexOf(hunk));
	const every = allHunks(choice);
	const after = every.slice(every.indexOf(hunk));
	const words = ACTIONS;
	const decides = (decided: readonly Hunk[], decision: HunkDecision) => (context: ScreenContext) =>
		decide(context, withDecisions(choice, decided, decision), every.indexOf(hunk));
	return [
		{ id: 'hunk-take', words: words.take, spoken: words.take, run: decides([hunk], 'take') },
		{ id: 'hunk-leave', words: words.leave, spoken: words.leave, run: decides([hunk], 'leave') },
		{ id: 'hunk-take-rest', spoken: words.takeRest, run: decides(rest, 'take') },
		{ id: 'hunk-leave-rest', spoken: words.leaveRest, run: decides(rest, 'leave') },
		{
			...{ id: 'hunk-split', words: words.split, spoken: words.split },
			why: splitHunk(hunk).length > 1 ? null : 'This hunk has one change: e edits it',
			run: (context) => withChoice(context, withSplit(choice, hunk)),
		},
		{ id: 'hunk-next', run: () => goTo(choice, every, every.indexOf(hunk) + 1) },
		{ id: 'hunk-previous', run: () => goTo(choice, every, every.indexOf(hunk) - 1) },
		{ id: 'hunk-edit', words: words.edit, run: (context) => editHunk(context, choice, of, hunk) },
		{ id: 'hunk-search', words: words.search, run: (context) => ({ ui: openPage(context, searchPage, choice) }) },
		{ id: 'hunk-keys', run: (context) => ({ ui: openPage(context, keysPage, ['hunks']) }) },
		{
			id: 'hunk-quit',
			words: words.quit,
			spoken: words.quit,
			closes: true,
			run: (context) => withChoice(context, withDecisions(choice, after, 'leave')),
		},
		{
			id: 'picker-accept',
			words: words.done,
			isEnter: true,
			closes: true,
			run: ({ ui }) => ({ ui: withoutToast(ui) }),
		},
	];
}

/** The screen with the choice in the question, as one that was read whole. */
function withChoice({ ui }: Pick<ScreenContext, 'ui'>, hunks: HunkChoice): PanelResult<null> {
	if (ui.question === null) return {};
	const isDecided = allHunks(hunks).every((hunk) => hunks.decisions.has(hunk));
	// Each hunk was in sight when it was decided about.
	const read = isDecided ? { wasOpen: true, readTo: Number.MAX_SAFE_INTEGER } : {};
	return { ui: withoutToast({ ...ui, question: { ...ui.question, hunks, ...read } }) };
}

function goTo({ files }: HunkChoice, every: readonly Hunk[], at: number): PanelResult<null> {
	const hunk = every[at];
	const of = files.find(({ file }) => hunk !== undefined && file.hunks.includes(hunk));
	return hunk === undefined || of === undefined ? {} : { selected: idOf(of, hunk) };
}

/** The choice, at the next hunk that is not decided; the question stands again when all are. */
function decide(context: ScreenContext, choice: HunkChoice, at: number): PanelResult<null> {
	const hunks = allHunks(choice);
	const next = [...hunks.slice(at + 1), ...hunks.slice(0, at)].find((hunk) => !choice.decisions.has(hunk));
	const result = withChoice(context, choice);
	if (next === undefined) return { ...result, closes: true };
	return { ...result, ...goTo(choice, hunks, hunks.indexOf(next)) };
}

/** The new lines of the hunk in the user's editor. */
function editHunk({ ui }: ScreenContext, choice: HunkChoice, of: FileChoice, hunk: Hunk): PanelResult<null> {
	if (ui.question === null) return {};
	const question = { ...ui.question, hunks: { ...choice, editing: hunk } };
	const loading: UiState = { ...ui, question, panel: { kind: 'loading', name: 'hunks', typed: '' } };
	const text = newLinesOf(of.file, hunk);
	return withRequests(loading, { type: 'edit-in-panel', panel: 'hunks', path: of.path, text });
}

/** Opens the hunks after one of them was edited; null: it was not. */
export function openEdited(context: ScreenContext, edited: string | null): UiStep {
	const choice = choiceIn(context);
	const hunk = choice?.editing;
	const of = choice?.files.find(({ file }) => hunk !== undefined && file.hunks.includes(hunk));
	if (choice === null || hunk === undefined || of === undefined) return open(context);
	const { editing: _, ...rest } = choice;
	const decision = edited === newLinesOf(of.file, hunk) ? ('take' as const) : { text: edited ?? '' };
	const { ui = context.ui } = withChoice(context, edited === null ? rest : withDecisions(rest, [hunk], decision));
	return show(openHunks({ ...context, ui }, idOf(of, hunk)));
}

/** Searches the hunks for words; enter goes to the chosen one. */
const searchPage: PanelKind<HunkChoice> = {
	name: 'hunk-search',
	panel(_, choice, { typed }) {
		const words = typed.trim().toLowerCase();
		const hits = choice.files.flatMap((of) =>
			of.file.hunks
				.filter((hunk) => `${of.path}\n${newLinesOf(of.file, hunk)}`.toLowerCase().includes(words))
				.map((hunk) => ({ of, hunk })),
		);
		return panelOf<HunkChoice, PanelRow>({
			title: 'Hunks with these words',
			rows: hits.map(({ of, hunk }) => ({
				id: idOf(of, hunk),
				label: `${placeOf(hunk)}  ${sanitizeLine(firstLineOf(of.file, hunk))}`,
				choose: (context) => show(openHunks(context, idOf(of, hunk))),
			})),
			line: { most: 200, label: 'Search: ', hint: 'words in a hunk', none: () => NOTHING_FOUND },
			empty: NOTHING_FOUND,
		});
	},
};

const NOTHING_FOUND = 'No hunk has these words.';

/** Words in the footer and, for screen readers, of the choices. */
const ACTIONS = {
	take: 'take',
	leave: 'leave',
	takeRest: 'take the rest of the file',
	leaveRest: 'leave the rest of the file',
	split: 'split',
	edit: 'edit',
	search: 'search',
	quit: 'leave the rest',
	done: 'done',
} as const;

/** Signs of decisions, and their words where they are read out. */
const SIGNS = { take: '✓', leave: '✗', edited: '✎', open: '·' } as const;
const DECIDED = { take: 'taken', leave: 'left', edited: 'edited', open: 'not decided' } as const;
