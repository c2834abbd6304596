import { randomUUID } from 'node:crypto';
import type { ClientCapabilities, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { RequestError } from '@agentclientprotocol/sdk';

/** The demo agent's own modes; their ids are those that clients know best. */
export type ModeId = 'default' | 'acceptEdits' | 'plan';

const MODES: readonly { readonly id: ModeId; readonly name: string; readonly description: string }[] = [
	{ id: 'default', name: 'Ask', description: 'Asks before every edit and every command' },
	{ id: 'acceptEdits', name: 'Code', description: 'Edits without asking, asks before commands' },
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

/** Name of a model that the demo offers. */
export type ModelId = (typeof MODELS)[number]['value'];
/** How much of its thoughts the demo agent says. */
export type ThoughtLevel = (typeof THOUGHT_LEVELS)[number]['value'];

/** What the client said that it can do, with the absent read as "no". */
export type ClientAbilities = {
	readonly readFiles: boolean;
	readonly writeFiles: boolean;
	readonly terminals: boolean;
	readonly booleanOptions: boolean;
	readonly notices: boolean;
	readonly compaction: boolean;
};

/** One conversation. It owns its running turn; everything else is what the person chose or allowed. */
export type Session = {
	readonly id: string;
	readonly cwd: string;
	readonly can: ClientAbilities;
	mode: ModeId;
	model: ModelId;
	thoughts: ThoughtLevel;
	isNarrating: boolean;
	/** The running prompt turn; null while idle. */
	turn: AbortController | null;
	isTitled: boolean;
	areEditsAllowed: boolean;
	readonly allowedCommands: Set<string>;
	/** The steps of a plan that waits for approval; null when there is none. */
	draftPlan: readonly string[] | null;
	/** Tokens in the context and US dollars spent, both estimated from the characters that went over the wire. */
	used: number;
	cost: number;
	nextId: number;
};

/** Reads the client's capabilities; what is not said is taken as missing. */
export function abilitiesOf(capabilities: ClientCapabilities | undefined): ClientAbilities {
	return {
		readFiles: capabilities?.fs?.readTextFile === true,
		writeFiles: capabilities?.fs?.writeTextFile === true,
		terminals: capabilities?.terminal === true,
		booleanOptions: Boolean(capabilities?.session?.configOptions?.boolean),
		notices: Boolean(capabilities?.session?.notices),
		compaction: Boolean(capabilities?.session?.compaction),
	};
}

/** A fresh session in `cwd`, in the asking mode. */
export function createSession(cwd: string, can: ClientAbilities): Session {
	return {
		id: `demo-${randomUUID().slice(0, 8)}`,
		cwd,
		can,
		mode: 'default',
		model: 'demo-small',
		thoughts: 'medium',
		isNarrating: true,
		turn: null,
		isTitled: false,
		areEditsAllowed: false,
		allowedCommands: new Set(),
		draftPlan: null,
		used: 2_400,
		cost: 0,
		nextId: 1,
	};
}

/** An id that is unique within the session, such as `call-7`. */
export function nextId(session: Session, prefix: string): string {
	const id = `${prefix}-${session.nextId}`;
	session.nextId += 1;
	return id;
}

/** The modes as `session/new` tells them. */
export function modesOf(session: Session): SessionModeState {
	return { currentModeId: session.mode, availableModes: MODES.map((mode) => ({ ...mode })) };
}

/** Switches the mode; an unknown id is an error of invalid params. */
export function setMode(session: Session, modeId: string): void {
	const mode = MODES.find((known) => known.id === modeId);
	if (mode === undefined) {
		const known = MODES.map((each) => each.id);
		throw RequestError.invalidParams({ details: `There is no mode "${modeId}".`, known });
	}
	session.mode = mode.id;
}

/** The options as the client gets them; booleans only where it knows them. */
export function optionsOf(session: Session): SessionConfigOption[] {
	const options: SessionConfigOption[] = [
		{
			type: 'select',
			id: 'model',
			name: 'Model',
			category: 'model',
			currentValue: session.model,
			options: MODELS.map((model) => ({ ...model })),
		},
		{
			type: 'select',
			id: 'thoughts',
			name: 'Thinking',
			category: 'thought_level',
			currentValue: session.thoughts,
			options: THOUGHT_LEVELS.map((level) => ({ ...level })),
		},
	];
	if (session.can.booleanOptions) {
		options.push({
			type: 'boolean',
			id: 'narrate',
			name: 'Narrate each step',
			description: 'Say what comes next before doing it',
			currentValue: session.isNarrating,
		});
	}
	return options;
}

/** Sets one option; an unknown option, or a value that it does not have, is an error of invalid params. */
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
