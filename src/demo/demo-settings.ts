import type { SessionConfigOption } from '@agentclientprotocol/sdk/unstable';
import { RequestError } from '@agentclientprotocol/sdk/unstable';
import type { ModeId, Session } from './demo-session.js';

export const MODES: readonly { readonly id: ModeId; readonly name: string; readonly description: string }[] = [
	{ id: 'default', name: 'Default', description: 'Asks before every edit and every command' },
	{ id: 'acceptEdits', name: 'Accept edits', description: 'Edits without asking, asks before commands' },
	{ id: 'plan', name: 'Plan', description: 'Reads and plans, changes nothing' },
];

const MODELS = [
	{ value: 'demo-small', name: 'Demo Small', description: 'Quick and cheap' },
	{ value: 'demo-large', name: 'Demo Large', description: 'Takes its time, costs more' },
] as const;

const THOUGHT_LEVELS = [
	{ value: 'low', name: 'Low', description: 'Thinks in one sentence' },
	{ value: 'medium', name: 'Medium', description: 'Thinks a little' },
	{ value: 'high', name: 'High', description: 'Thinks everything through, aloud' },
] as const;

export function setMode(session: Session, modeId: string): void {
	const mode = MODES.find((known) => known.id === modeId);
	if (mode === undefined) {
		const known = MODES.map((each) => each.id);
		throw RequestError.invalidParams({ details: `There is no mode "${modeId}".`, known });
	}
	session.mode = mode.id;
}

export function optionsOf(session: Session): SessionConfigOption[] {
	return [
		{
			type: 'select',
			id: 'model',
			name: 'Model',
			category: 'model',
			currentValue: session.model,
			options: [...MODELS],
		},
		{
			type: 'select',
			id: 'thoughts',
			name: 'Thinking',
			category: 'thought_level',
			currentValue: session.thoughts,
			options: [...THOUGHT_LEVELS],
		},
		{
			type: 'boolean',
			id: 'narrate',
			name: 'Narrate each step',
			description: 'Say what comes next before doing it',
			currentValue: session.isNarrating,
		},
	];
}

export function setOption(session: Session, optionId: string, value: unknown): void {
	switch (optionId) {
		case 'model':
			session.model = valueIn(MODELS, optionId, value);
			return;
		case 'thoughts':
			session.thoughts = valueIn(THOUGHT_LEVELS, optionId, value);
			return;
		case 'narrate':
			if (typeof value !== 'boolean') {
				throw RequestError.invalidParams({ details: '"narrate" is either true or false.' });
			}
			session.isNarrating = value;
			return;
		default:
			throw RequestError.invalidParams({ details: `There is no option "${optionId}".` });
	}
}

function valueIn<Value extends string>(
	choices: readonly { readonly value: Value }[],
	optionId: string,
	value: unknown,
): Value {
	const choice = choices.find((known) => known.value === value);
	if (choice === undefined) {
		const known = choices.map((each) => each.value);
		throw RequestError.invalidParams({ details: `"${optionId}" has no value ${JSON.stringify(value)}.`, known });
	}
	return choice.value;
}
