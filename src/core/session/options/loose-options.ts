import type { ConfigOption } from '../../agent-info.js';
import { judge, modeListOf } from '../../agents/judged-modes.js';
import { isLooseMeaning, meaningOf } from '../../agents/mode-meaning.js';
import { PERMISSION_WORDS } from './choices.js';

/**
 * Asking value of an option that now allows actions unasked (`allow_all`, `auto_approve`); null for any other option,
 * or when it asks already. Options that hold modes are judged as modes.
 */
export function askingValueOf(option: ConfigOption): string | boolean | null {
	if (!letsThrough(option)) return null;
	if (option.type === 'boolean') return option.value ? false : null;
	const [list] = modeListOf(option);
	const { asks = null, meanings } = list === undefined ? {} : judge(list.all);
	const off = asks ?? option.choices.find(({ value }) => OFF.test(value))?.value ?? null;
	const isOn = ON.test(option.value) || isLooseMeaning(meanings?.get(option.value) ?? 'unknown');
	return isOn && off !== option.value ? off : null;
}

const ON = /^(?:on|true|yes|enabled?|1)$/i;
const OFF = /^(?:off|false|no|none|never|disabled?|0)$/i;

/** «Disable auto-approve» is on for the sake of asking: what may mean the opposite is left alone. */
const NEGATED =
	/(?:^|[^a-z])(?:disabl|block|den[yi]|disallow|prevent|forbid|restrict|requir|protect|no|not|never|without)/i;

/** «Auto-compact» is automatic too, so the words have to be about permissions as well. */
function letsThrough({ id, name, description = '', category }: ConfigOption): boolean {
	if (['mode', 'model', 'thought_level'].includes(category) || NEGATED.test(`${id} ${name}`)) return false;
	const byName = meaningOf({ id, name });
	if (byName === 'all') return true;
	const isLoose = isLooseMeaning(byName) || isLooseMeaning(meaningOf({ id, name, description }));
	return isLoose && PERMISSION_WORDS.test(`${id} ${name} ${category}`);
}
