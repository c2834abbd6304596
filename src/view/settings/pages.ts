import type { Setting, SettingsRequest, WaitingFile } from '../../core/settings/setting.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { plain, styled } from '../line.js';
import { openPanel } from '../panel/engine.js';
import { backTo, type LoadedPanel } from '../panel/loaded-panel.js';
import type { Choose, PanelKind } from '../panel/panel.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { show, withRequests } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import * as messages from './settings-messages.js';

/** A page about a setting, opened over the list, to which it returns. */
type Page = { readonly list: LoadedPanel | null; readonly setting: Setting; readonly isProject: boolean };

const backFrom =
	(list: LoadedPanel | null): Choose =>
	({ ui }) =>
		show(backTo(ui, list));

/** Carries something out, on the list again. */
const thenBack =
	(list: LoadedPanel | null, request: SettingsRequest): Choose =>
	({ ui }) =>
		withRequests(backTo(ui, list), { type: 'settings', request });

function set({ setting, isProject }: Page, typed: string): SettingsRequest {
	return { type: 'set', key: setting.key, typed, isProject };
}

/** The values that there are; a theme is tried as it is moved to. */
export function chooseValue(context: ScreenContext, list: Page['list'], setting: Setting, isProject: boolean): UiState {
	return openPanel(context, choicePage, { list, setting, isProject });
}

const choicePage: PanelKind<Page> = {
	name: 'settings',
	coversDraft: true,
	panel: (_context, page) => ({
		title: page.setting.key,
		rows: page.setting.choices.map((choice) => ({
			id: choice,
			label: choice,
			isCurrent: choice === page.setting.value,
			choose: thenBack(page.list, set(page, choice)),
		})),
		back: backFrom(page.list),
		backWords: 'back',
		...(page.setting.key === 'ui.theme' ? { theme: (row) => row?.id } : {}),
	}),
};

/** `sent`: the outcome that was there when the value was sent; undefined before. */
type ValuePage = Page & { readonly sent?: number | null; readonly problem?: string };

/** Another value is typed, beginning with the one in the file. */
export function typeValue(context: ScreenContext, list: Page['list'], setting: Setting, isProject: boolean): UiState {
	const typed = setting.written[isProject ? 'project' : 'user'] ?? '';
	return openPanel(context, valuePage, { list, setting, isProject }, { typed });
}

/** Characters of a value that there is room for. */
const MOST_VALUE = 4000;

const valuePage: PanelKind<ValuePage> = {
	name: 'settings',
	coversDraft: true,
	panel(context, page, { typed }) {
		const { list, setting, problem } = page;
		const { key, about, value } = setting;
		const outcome = context.lookups.settings?.outcome?.id ?? null;
		const said = problem === undefined ? [] : [styled(sanitizeLine(problem), { color: 'error' as const })];
		return {
			title: key,
			rows: [],
			pane: {
				lines: (width, rows) => wrapLine([plain(sanitizeLine(about))], width).slice(0, rows),
				scroll: (_width, _rows, anchor) => anchor,
				below: (width) => (said.length === 0 ? [] : wrapLine(said, width)),
				grows: true,
			},
			line: { most: MOST_VALUE, label: `${key}: `, hint: messages.VALUE_KEYS, isValue: true },
			actions: () => [
				{
					id: 'picker-accept',
					words: 'keep it',
					isEnter: true,
					run: () => ({
						own: { list, setting, isProject: page.isProject, sent: outcome },
						requests: [{ type: 'settings', request: set(page, typed) }],
					}),
				},
			],
			back: backFrom(list),
			backWords: 'back',
			spoken: { how: problem ?? messages.spoken.value(key, value) },
		};
	},
	follow({ lookups, ui }, page) {
		const outcome = lookups.settings?.outcome ?? null;
		if (page.sent === undefined || outcome === null || outcome.id === page.sent) return null;
		if (!outcome.isFailure) return { ui: backTo(ui, page.list) };
		const { list, setting, isProject } = page;
		return { own: { list, setting, isProject, problem: outcome.words }, reads: [outcome.words] };
	},
};

type TrustPage = { readonly list: LoadedPanel | null; readonly waiting: WaitingFile };

/** Effects of a project's file, and all that waits in it; trust is for exactly this. */
export function reviewTrust(context: ScreenContext, list: Page['list'], waiting: WaitingFile): UiState {
	return openPanel(context, trustPage, { list, waiting });
}

const trustPage: PanelKind<TrustPage> = {
	name: 'settings',
	coversDraft: true,
	panel: (_context, { list, waiting }) => {
		const { file, effects, content, warning, hash } = waiting;
		const paragraphs = [messages.trust.would(effects), sanitizeText(content), warning];
		const lines = (width: number) =>
			paragraphs.flatMap((text) => text.split('\n').flatMap((line) => wrapLine([plain(sanitizeLine(line))], width)));
		return {
			title: messages.trust.title(file),
			text: { title: messages.trust.title(file), paragraphs, lines, keeps: 2 },
			first: 'no',
			rows: [
				{ id: 'yes', label: messages.trust.yes, choose: thenBack(list, { type: 'trust', file, hash }) },
				{ id: 'no', label: messages.trust.no, choose: backFrom(list) },
			],
			back: backFrom(list),
			backWords: 'back',
		};
	},
};
