import type { LiveSettings } from '../../frontends/interactive/interactive-options.js';
import { isSet, type World } from '../world.js';

/** Settings that count while the interface is open; the environment wins. */
export function liveSettings({ ui, themes, keys }: LiveSettings, { env }: Pick<World, 'env'>): LiveSettings {
	const motion = isSet(env['ACP_TUI_REDUCED_MOTION']) ? ('reduced' as const) : ui.motion;
	const editor = isSet(env['ACP_TUI_VIM']) ? ('vim' as const) : ui.editor;
	return { ui: { ...ui, motion, editor }, themes, keys };
}
