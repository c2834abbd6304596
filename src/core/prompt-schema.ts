import { blocks, name, pastedRange, words } from './content-schema.js';
import { MODES, type Rule } from './policy/policy-types.js';
import { exactly, list, oneOf, optional, type Read, shape, unlogged, withWrite } from './schema.js';

/** The command of the user's own that a prompt was made of, and what it sets for the turn. */
const promptCommand = shape({
	/** As typed. */
	line: words,
	mode: optional(oneOf(MODES)),
	model: optional(name),
	/** Its mode never loosens that of the session. */
	onlyTightens: optional(exactly(true)),
	rules: unlogged<readonly Rule[]>(),
});

const rawPrompt = shape({
	id: name,
	text: words,
	blocks,
	pastes: optional(list(pastedRange, 1000)),
	/** Refused or failed: the transcript shows it already, and it is sent again. */
	isShown: optional(exactly(true)),
	/** The only one of a headless run: the queue stays. */
	isAlone: optional(exactly(true)),
	command: optional(promptCommand),
});

/** A prompt of the user. Ranges of pastes that overlap or leave its text are dropped. */
export const prompt = withWrite<Read<typeof rawPrompt>>((value) => {
	const read = rawPrompt(value);
	if (read?.pastes === undefined) return read;
	let end = 0;
	for (const range of read.pastes) {
		if (range.start < end || range.end < range.start || range.end > read.text.length) {
			const { pastes: _, ...rest } = read;
			return rest;
		}
		end = range.end;
	}
	return read;
}, rawPrompt.write);

export type Prompt = Read<typeof prompt>;
