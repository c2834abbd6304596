import type { Setting, SettingsRequest, WaitingFile } from '../../core/settings/setting.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { plain, styled } from '../line.js';
import { openPage } from '../panel/engine.js';
import type { Choose, PanelKind } from '../panel/panel.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { requestStep, show } from '../state/ui-step.js';

/** A page about a setting, opened over the list, to which it returns. */
type Page = { readonly setting: Setting; readonly isProject: boolean };

const asks = (request: SettingsRequest): Choose => requestStep({ type: 'settings', request });

function set({ setting, isProject }: Page, typed: string): SettingsRequest {
	return { type: 'set', key: setting.key, typed, isProject };
}

/** Lists a setting's choices; a theme is applied while its row is selected. */
export function chooseValue(context: ScreenContext, setting: Setting, isProject: boolean): UiState {
	return openPage(context, choicePage, { setting, isProject });
}

const choicePage: PanelKind<Page> = {
	name: 'settings',
	panel: (_context, page) => ({
		title: page.setting.key,
		rows: page.setting.choices.map((choice) => ({
			id: choice,
			label: choice,
			isCurrent: choice === page.setting.value,
			choose: asks(set(page, choice)),
		})),
		...(page.setting.key === 'ui.theme' ? { theme: (row) => row?.id } : {}),
	}),
};

/** `sent`: the outcome that was there when the value was sent; undefined before. */
type ValuePage = Page & { readonly sent?: number | null; readonly problem?: string };

/** Page to type a value, beginning with the one in the file. */
export function typeValue(context: ScreenContext, setting: Setting, isProject: boolean): UiState {
	const typed = setting.written[isProject ? 'project' : 'user'] ?? '';
	return openPage(context, valuePage, { setting, isProject }, { typed });
}

/** Characters of a value that there is room for. */
const MOST_VALUE = 4000;

const valuePage: PanelKind<ValuePage> = {
	name: 'settings',
	panel(context, page, { typed }) {
		const { setting, problem, isProject } = page;
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
			line: { most: MOST_VALUE, label: `${key}: `, hint: 'enter keeps it · esc back', isValue: true },
			actions: () => [
				{
					id: 'picker-accept',
					words: 'keep it',
					isEnter: true,
					run: () => ({
						own: { setting, isProject, sent: outcome },
						requests: [{ type: 'settings', request: set(page, typed) }],
					}),
				},
			],
			spoken: { how: problem ?? `The new value of ${key}, now ${value === '' ? 'not set' : value}. Empty goes back.` },
		};
	},
	follow({ lookups }, page) {
		const outcome = lookups.settings?.outcome ?? null;
		if (page.sent === undefined || outcome === null || outcome.id === page.sent) return null;
		if (!outcome.isFailure) return { closes: true };
		const { setting, isProject } = page;
		return { own: { setting, isProject, problem: outcome.words }, reads: [outcome.words] };
	},
};

/** Effects of a project's file, and all that waits in it; trust is for exactly this. */
export function reviewTrust(context: ScreenContext, waiting: WaitingFile): UiState {
	return openPage(context, trustPage, waiting);
}

const trustPage: PanelKind<WaitingFile> = {
	name: 'settings',
	panel: (_context, { file, effects, content, warning, hash }) => {
		const title = `Trust ${file}?`;
		const paragraphs = [`It would ${effects}.`, sanitizeText(content), warning];
		const lines = (width: number) =>
			paragraphs.flatMap((text) => text.split('\n').flatMap((line) => wrapLine([plain(sanitizeLine(line))], width)));
		return {
			title,
			text: { title, paragraphs, lines, keeps: 2 },
			first: 'no',
			rows: [
				{ id: 'yes', label: 'Trust it until it changes', choose: asks({ type: 'trust', file, hash }) },
				{ id: 'no', label: 'Not now', choose: ({ ui }) => show(ui) },
			],
		};
	},
};
