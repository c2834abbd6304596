import { createHash } from 'node:crypto';
import { CHAT, type OwnMode, type OwnModeRef } from '../../core/policy/own-mode.js';
import { MODES, type Mode, type Rule } from '../../core/policy/policy-types.js';
import { parseRule } from '../../core/policy/rules.js';
import { refOf } from '../../core/session/modes/own-mode.js';
import { badChoice, badRule } from '../command-line-messages.js';
import { UsageError } from '../errors.js';
import { suggestion } from '../quote-value.js';
import type { Source } from './config-values.js';
import type { WrittenMode } from './schema-parts.js';

/** A named mode of a file; `place`: the key and file for messages. */
export type ModeText = WrittenMode & { readonly place: string };

export function modeTexts(
	written: Readonly<Record<string, WrittenMode>>,
	source: Source,
): ReadonlyMap<string, ModeText> {
	return new Map(
		Object.entries(written).map(([name, mode]) => [
			name,
			{ ...mode, place: `${source.placeOf(['modes', name])}: modes.${name}` },
		]),
	);
}

/** Named modes, and the mode to start in. Throws a UsageError for a rule that is none, and an unknown name. */
export function modesOf(
	settings: { readonly mode: Mode; readonly modes: ReadonlyMap<string, ModeText> },
	asked: string | null,
): { readonly mode: Mode; readonly own?: OwnModeRef; readonly ownModes: readonly OwnMode[] } {
	const ownModes = [...settings.modes].map(([name, mode]) => ownMode(name, mode)).concat(CHAT);
	if (asked === null) return { mode: settings.mode, ownModes };
	const own = ownModes.find(({ name }) => name === asked);
	if (own !== undefined) return { mode: own.base, own: refOf(own), ownModes };
	const mode = MODES.find((each) => each === asked);
	if (mode !== undefined) return { mode, ownModes };
	const known = [...MODES, ...ownModes.map(({ name }) => name)];
	const hint = suggestion(asked, known) === '' ? '; to choose a model, use --model' : '';
	throw new UsageError(`${badChoice('--mode', asked, known)}${hint}`);
}

function ownMode(name: string, { place, ...mode }: ModeText): OwnMode {
	const { base, instructions = null, model = null, cycle = false, color = null } = mode;
	const rules = (['allow', 'ask', 'deny'] as const).flatMap((decision) =>
		(mode[decision] ?? []).map((text, index) => ruleOf(text, decision, `${place}.${decision}[${index}]`)),
	);
	const version = createHash('sha256').update(JSON.stringify(mode)).digest('hex').slice(0, 16);
	return { name, base, rules, instructions, model, isInCycle: cycle, color, version };
}

function ruleOf(text: string, decision: Rule['decision'], place: string): Rule {
	const rule = parseRule(text, decision, 'mode');
	if (!rule.ok) throw new UsageError(badRule(place, text, rule.failure.message));
	if (rule.value.inPlan && decision === 'allow')
		throw new UsageError(badRule(place, text, 'A mode opens nothing that plan mode refuses: write it without plan:.'));
	return { ...rule.value, place };
}
