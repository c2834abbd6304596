import type { Setting, SettingsList, WaitingFile } from '../../core/settings/setting.js';
import { keyScore } from '../../core/text/fuzzy-score.js';
import { hasWords } from '../../core/text/has-words.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, muted, plain, styled } from '../line.js';
import { openPanel } from '../panel/engine.js';
import { type PanelActions, type PanelKind, type PanelResult, type PanelRow, panelOf } from '../panel/panel.js';
import { clipLine, joinLine, padLine, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { type UiRequest, type UiStep, withRequests } from '../state/ui-step.js';
import { shortDirectory } from '../status/session-words.js';
import { chooseValue, reviewTrust, typeValue } from './setting-pages.js';

const NOT_SET = 'not set';
const noSetting = (typed: string): string => `No setting “${typed}”`;

/** `isProject`: changes go into the project's file. */
type Own = { readonly isProject: boolean };

type Row = PanelRow & ({ readonly setting: Setting } | { readonly waiting: WaitingFile });

function wants(request: Extract<UiRequest, { type: 'settings' }>['request']): UiRequest {
	return { type: 'settings', request };
}

/** Opens the settings: what was typed finds some of them, or changes one as `acp-tui config` does. */
export function open(context: ScreenContext, typed: string): UiStep {
	const words = sanitizeLine(typed).trim();
	const { finds, isProject, change } = changeIn(words) ?? { finds: words, isProject: false, change: null };
	const ui = openPanel(context, settingsPanel, { isProject }, { typed: finds });
	return withRequests(ui, wants({ type: 'list' }), ...(change === null ? [] : [wants(change)]));
}

/** Row to find and change of `set KEY VALUE`, `unset KEY`, `get KEY`, with or without `--project`; else null. */
function changeIn(words: string) {
	const [verb, ...given] = words.split(/\s+/);
	const [key, ...value] = given.filter((word) => word !== '--project');
	if (key === undefined || (verb !== 'set' && verb !== 'unset' && verb !== 'get')) return null;
	const isProject = given.includes('--project');
	const isWhole = verb === 'unset' || (verb === 'set' && value.length > 0);
	const typed = verb === 'set' ? value.join(' ') : null;
	return { finds: key, isProject, change: isWhole ? ({ type: 'set', key, typed, isProject } as const) : null };
}

const MOST_TYPED = 100;
/** Cells of the list beside what is said of a setting, and of the keys in it. */
const LIST = 56;
const KEY = 30;
/** From this width on a row says where its value comes from. */
const WITH_SOURCE = 64;
/** More values are seen once they are chosen from. */
const MOST_CHOICES = 8;

const settingsPanel: PanelKind<Own> = {
	name: 'settings',
	keys: 'settings',
	coversDraft: true,
	panel(context, own, { typed }) {
		const { list = null, outcome = null } = context.lookups.settings ?? {};
		const file = list === null ? '' : shortDirectory(list.files[own.isProject ? 'project' : 'user'], context.home);
		return panelOf<Own, Row>({
			title: 'Settings',
			titleNote: file === '' ? '' : own.isProject ? `the project’s ${file}` : `your config ${file}`,
			rows: list === null ? [] : rowsOf(list, typed.trim()),
			isLoading: list === null && outcome === null,
			empty: list === null ? (outcome?.words ?? 'Reading the settings…') : noSetting(typed.trim()),
			listWidth: LIST,
			line: { most: MOST_TYPED, label: 'Find: ', hint: 'a key, or words of what it is', none: noSetting },
			rowLines: (row, width, isSelected) => [rowLine(row, width, isSelected), []],
			preview: (row, width) => ({ head: aboutLines(row, width), lines: [] }),
			status: (width) => {
				const how = file === '' ? '' : `enter changes ${file} · tab the other file · ctrl+d takes it out`;
				if (outcome === null || list === null) return clipLine([muted(how)], width);
				const color = outcome.isFailure ? 'error' : 'success';
				return clipLine([styled(sanitizeLine(outcome.words), { color })], width);
			},
			actions: (row) => actionsOf(row as Row | undefined, own, list),
			spoken: { how: 'A number chooses one, words search, empty closes.', atOnce: 9 },
		});
	},
};

function rowsOf({ settings, waiting }: SettingsList, typed: string): readonly Row[] {
	const waits = waiting.map(
		(each): Row => ({
			id: `trust ${each.file}`,
			label: each.file,
			detail: `would ${each.effects}`,
			group: 'Waits for your trust',
			waiting: each,
		}),
	);
	const rows = settings.map(
		(setting): Row => ({
			id: setting.key,
			label: setting.key,
			detail: `${setting.value === '' ? NOT_SET : setting.value} (${setting.source})`,
			group: setting.group,
			version: setting.value,
			setting,
		}),
	);
	const all = [...waits, ...inGroups(rows)];
	if (typed === '') return all;
	const query = typed.toLowerCase();
	const scoreOf = ({ label }: Row): number => keyScore(label.toLowerCase(), query);
	// Matches of names come before matches of descriptions; ranked, groups are mixed.
	const named = all.filter(({ label }) => hasWords(label, typed)).sort((one, other) => scoreOf(other) - scoreOf(one));
	const described = all.filter(
		(row) =>
			hasWords(`${row.label} ${row.detail} ${'setting' in row ? row.setting.about : ''}`, typed) &&
			!named.includes(row),
	);
	return [...named, ...described].map(({ group: _, ...row }) => row);
}

/** Rows of one group together, in the order of the first of each. */
function inGroups(rows: readonly Row[]): readonly Row[] {
	const groups = [...new Set(rows.map(({ group }) => group))];
	return groups.flatMap((group) => rows.filter((row) => row.group === group));
}

function rowLine(row: Row, width: number, isSelected: boolean): Line {
	const isWaiting = 'waiting' in row;
	const left: Line = [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }),
		styled(sanitizeLine(row.label), isSelected ? { bold: true } : isWaiting ? { color: 'warning' } : {}),
	];
	if (isWaiting) return clipLine([...left, styled(` ${sanitizeLine(row.detail ?? '')}`, { color: 'muted' })], width);
	const { value, source } = row.setting;
	const isOwn = source !== 'default';
	const shown: Line =
		value === ''
			? [styled('–', { color: 'muted' })]
			: [isOwn ? plain(sanitizeLine(value)) : styled(sanitizeLine(value), { color: 'muted' })];
	const right: Line = width < WITH_SOURCE || !isOwn ? [] : [styled(` ${source}`, { color: 'muted' })];
	const key = padLine(clipLine(left, KEY), Math.min(KEY, Math.floor(width / 2)));
	return joinLine([...key, plain(' '), ...shown], right, width);
}

function aboutLines(row: Row, width: number): readonly Line[] {
	if ('waiting' in row) {
		const words = [`It would ${row.waiting.effects}.`, row.waiting.warning];
		return words.flatMap((text) => wrapLine([plain(sanitizeLine(text))], width));
	}
	const { setting } = row;
	const { about, value, source, written, choices, isLive } = setting;

	const lines: readonly (readonly [string, 'text' | 'muted'])[] = [
		[about, 'text'],
		[`Now: ${value === '' ? NOT_SET : value} (${source})`, 'text'],
		...(choices.length === 0 || choices.length > MOST_CHOICES
			? []
			: [[`One of: ${choices.join(', ')}`, 'muted'] as const]),
		[`Your config: ${written.user ?? '–'}`, 'muted'],
		[`The project’s: ${written.project ?? '–'}`, 'muted'],
		[isLive ? 'A change counts at once.' : 'A change counts from the next start.', 'muted'],
	];
	return [
		[styled(sanitizeLine(setting.key), { bold: true, color: 'accent' })],
		...lines.flatMap(([words, color]) => wrapLine([styled(sanitizeLine(words), { color })], width)),
	];
}

function actionsOf(row: Row | undefined, own: Own, list: SettingsList | null): PanelActions<Own> {
	const [first] = list?.waiting ?? [];
	const waiting = row !== undefined && 'waiting' in row ? row.waiting : first;
	const setting = row !== undefined && 'setting' in row ? row.setting : null;
	const isThere = setting !== null && setting.written[own.isProject ? 'project' : 'user'] !== null;
	return [
		row !== undefined && {
			...{ id: 'picker-accept', words: setting === null ? 'review' : 'change', spoken: 'change it', isEnter: true },
			run: (context) => change(context, row, own),
		},
		{
			id: 'settings-place',
			words: own.isProject ? 'your config' : 'project’s',
			word: 'file',
			run: () => ({ own: { isProject: !own.isProject }, reads: 'list' }),
		},
		setting !== null && {
			...{ id: 'settings-unset', words: 'unset', spoken: 'take it out of the file' },
			why: isThere ? null : `${own.isProject ? 'The project’s' : 'Your'} config does not set it`,
			run: () => ({ requests: [wants({ type: 'set', key: setting.key, typed: null, isProject: own.isProject })] }),
		},
		{
			id: 'settings-trust',
			...(waiting === undefined ? {} : { words: 'trust' }),
			why: waiting === undefined ? 'Nothing waits for your trust' : null,
			run: (context) => (waiting === undefined ? {} : { ui: reviewTrust(context, waiting) }),
		},
	];
}

/** Enter: a switch is thrown, a choice opens its list, words are typed. */
function change(context: ScreenContext, row: Row, { isProject }: Own): PanelResult<Own> {
	if ('waiting' in row) return { ui: reviewTrust(context, row.waiting) };
	const { setting } = row;
	const { key, kind, value } = setting;
	if (kind === 'words') return { ui: typeValue(context, setting, isProject) };
	if (kind === 'choice') return { ui: chooseValue(context, setting, isProject) };
	return { requests: [wants({ type: 'set', key, typed: String(value !== 'true'), isProject })] };
}
