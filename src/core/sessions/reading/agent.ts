import type {
	AgentExit,
	AgentInfo,
	AgentMode,
	AgentModes,
	AgentQuirks,
	ConfigChoice,
	ConfigOption,
	Usage,
} from '../../agent-info.js';
import type { AgentChoices, ForgottenChoice } from '../../agents/choices.js';
import type { AskingRecord } from '../../asking.js';
import { defined } from '../../defined.js';
import { ERROR_CLASSES } from '../../error-class.js';
import { FAILURE_CODES, type Failure } from '../../failure.js';
import { limits } from '../../limits.js';
import type { ModelsState } from '../../session/state.js';
import type { ModelTokens, PromptUsage, TokenCounts } from '../../usage/tokens.js';
import { noSessionAbilities } from '../abilities.js';
import { name } from './content.js';
import {
	byName,
	count,
	either,
	exactly,
	flag,
	list,
	number,
	oneOf,
	optional,
	orNull,
	type Reader,
	shape,
	text,
	time,
	variant,
	word,
} from './reader.js';

const MOST_ROWS = 5000;

const someNames = list(name, 200);

const quirks = shape<AgentQuirks>({
	takesModelInTurn: optional(exactly(true)),
	memoryFiles: optional(someNames),
});

type KeptInfo = Pick<
	AgentInfo,
	| 'title'
	| 'name'
	| 'version'
	| 'protocolVersion'
	| 'takesSystemPrompt'
	| 'takesAdditionalDirectories'
	| 'steering'
	| 'quirks'
>;

const keptInfo = shape<KeptInfo>({
	title: name,
	name,
	version: name,
	protocolVersion: number,
	takesSystemPrompt: flag,
	takesAdditionalDirectories: flag,
	steering: optional(flag),
	quirks,
});

export function keepInfo(info: AgentInfo): KeptInfo {
	const { title, name: own, version, protocolVersion, takesSystemPrompt, takesAdditionalDirectories } = info;
	return {
		title,
		name: own,
		version,
		protocolVersion,
		takesSystemPrompt,
		takesAdditionalDirectories,
		...defined({ steering: info.steering }),
		quirks: info.quirks,
	};
}

export const agentInfo: Reader<AgentInfo> = (value) => {
	const kept = keptInfo(value);
	return kept === undefined
		? undefined
		: {
				...kept,
				prompt: { image: false, audio: false, embeddedContext: false },
				sessions: noSessionAbilities,
				takesProvider: false,
				mcp: { http: false, sse: false, isIgnored: false },
				authMethods: [],
				auth: { logout: false, status: false },
			};
};

const asked = word({ asks: true, doesNotAsk: true });

export const askingRecord = shape<AskingRecord>({ edits: optional(asked), commands: optional(asked) });

const value: Reader<string | boolean> = either(name, flag);

export const agentChoices = shape<AgentChoices>({
	model: optional(name),
	planModel: optional(name),
	mode: optional(name),
	options: optional(byName(value, 200)),
});

export const optionValue = value;

export const forgottenChoice: Reader<ForgottenChoice> = either(
	shape<Extract<ForgottenChoice, { readonly key: 'options' }>>({ key: exactly('options'), id: name }),
	shape<Exclude<ForgottenChoice, { readonly key: 'options' }>>({
		key: word({ model: true, planModel: true, mode: true }),
	}),
);

export const agentModes = shape<AgentModes>({
	current: name,
	available: list(shape<AgentMode>({ id: name, name, description: optional(name) }), MOST_ROWS),
});

const choice = shape<ConfigChoice>({ value: name, name, description: optional(name), group: optional(name) });
const option = { id: name, name, description: optional(name), category: name };

const configOption: Reader<ConfigOption> = variant('type', {
	select: { ...option, value: name, choices: list(choice, MOST_ROWS) },
	boolean: { ...option, value: flag },
});

export const configOptions = list(configOption, 200);

export const models = shape<ModelsState>({
	work: orNull(name),
	plan: orNull(name),
	switching: optional(name),
	refused: optional(name),
});

const tokens = orNull(count);
const tokenFields = {
	inputTokens: tokens,
	outputTokens: tokens,
	cachedReadTokens: tokens,
	cachedWriteTokens: tokens,
	thoughtTokens: optional(count),
	totalTokens: tokens,
};

export const tokenCounts = shape<TokenCounts>(tokenFields);

export const promptUsage = shape<PromptUsage>({
	...tokenFields,
	models: optional(list(shape<ModelTokens>({ ...tokenFields, model: name }), 100)),
});

export const usage = shape<Usage>({
	used: number,
	size: number,
	cost: optional(shape<NonNullable<Usage['cost']>>({ amount: number, currency: name })),
});

export const agentExit = shape<AgentExit>({
	code: orNull(number),
	signal: orNull(name),
	stderrTail: list(name, 100),
	junkLines: count,
	expected: flag,
});

const failureCode = oneOf(FAILURE_CODES);

/** A failure without sign-in methods. An unknown code is of a later version. */
export const failure: Reader<Failure> = shape<Omit<Failure, 'authMethods'>>({
	code: (given) => failureCode(given) ?? (typeof given === 'string' ? 'internal' : undefined),
	message: name,
	hint: optional(name),
	isUnsent: optional(exactly(true)),
	isPermanent: optional(exactly(true)),
	detail: optional(text(limits.innerChars)),
	errorClass: optional(oneOf(ERROR_CLASSES)),
	retryAfterMs: optional(number),
	resetsAt: optional(time),
	isFinal: optional(exactly(true)),
});
