import type { HookResult, HookState } from '../../core/hooks/hook.js';
import { counted } from '../../core/text/counted.js';
import { type Role, styled } from '../line.js';
import { opens } from '../panel/engine.js';
import type { PanelKind, PanelRow } from '../panel/panel.js';
import { HOOKS } from './pickers-messages.js';

/** Hooks by event, with their runs in this session; of the selected one all that is known. */
const hooksPanel: PanelKind = {
	name: 'hooks',
	coversDraft: true,
	panel: ({ session }) => ({
		title: 'Hooks',
		rows: session.hooks.map(rowOf),
		empty: 'No hooks. Add them to your config under "hooks", by event. The agent may have hooks of its own.',
	}),
};

export const open = opens(hooksPanel);

const ROLES: Readonly<Record<HookResult, Role>> = {
	done: 'success',
	asked: 'info',
	denied: 'warning',
	failed: 'error',
};

function rowOf({ event, command, match, timeout, source, runs, last }: HookState, index: number): PanelRow {
	const words = last?.words === undefined ? [] : [last.words];
	return {
		id: `${index}`,
		label: command,
		signs: [styled('● ', { color: last === undefined ? 'muted' : ROLES[last.result] })],
		detail: runs === 0 ? 'not run yet' : [counted(runs, 'run'), HOOKS.results[last?.result ?? 'done']].join(' · '),
		more: [HOOKS.sources[source], ...(match === undefined ? [] : [match.text]), `${timeout} s`, ...words].join(' · '),
		group: event,
		isReadWhole: true,
	};
}
