import { openPanel } from '../panel/engine.js';
import { NOTHING_QUEUED } from '../pickers/pickers-messages.js';
import {
	actOnQueued,
	editPrompt,
	mergePrompt,
	movePrompt,
	queuePanel,
	removePrompt,
	steerPrompt,
} from '../pickers/queue-panel.js';
import { steerWords } from '../pickers/steering-panel.js';
import type { ScreenContext } from '../state/context.js';
import { type Command, command, refuse, type Typed, wordsOf } from '../state/slash-command.js';
import { show, toast, type UiStep } from '../state/ui-step.js';
import * as messages from './slash-commands-messages.js';

const ACTS = {
	edit: editPrompt,
	steer: steerPrompt,
	merge: mergePrompt,
	earlier: movePrompt(-1),
	later: movePrompt(1),
	remove: removePrompt,
} as const;

function runQueue(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	const { args } = typed.command;
	if (session.queue.length === 0)
		return args === '' ? show(toast(ui, NOTHING_QUEUED, now)) : refuse(context, typed, NOTHING_QUEUED);
	if (args === '') return show(openPanel(context, queuePanel, null));
	const [, word, number] = /^([a-z]+)\s+(\d{1,4})$/.exec(args) ?? [];
	const act = word !== undefined && Object.hasOwn(ACTS, word) ? ACTS[word as keyof typeof ACTS] : undefined;
	const prompt = session.queue[Number(number) - 1];
	if (act === undefined || prompt === undefined)
		return refuse(context, typed, messages.queueUsage(session.queue.length));
	return actOnQueued(context, prompt.id, act);
}

function runSteer(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	if (session.turn === null) return refuse(context, typed, 'No turn is running: enter sends words as a prompt');
	const words = wordsOf(typed);
	if (words !== null) return steerWords(context, words);
	const [first] = session.queue;
	return first === undefined
		? show(toast(ui, 'Usage: /steer WORDS', now))
		: actOnQueued(context, first.id, steerPrompt);
}

export const queueCommands: readonly Command[] = [
	command(
		'queue',
		'edit, merge, reorder or remove the prompts waiting to be sent, or send one into the running turn',
		runQueue,
		{ hint: '[edit | steer | merge | earlier | later | remove NUMBER]' },
	),
	command('steer', 'send words into the running turn; without words: the first of the queue', runSteer, {
		hint: '[WORDS]',
		isReserved: false,
	}),
];
