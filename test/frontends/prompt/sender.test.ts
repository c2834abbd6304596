import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import type { AgentInfo } from '../../../src/core/agent-info.js';
import type { AttachmentsPort } from '../../../src/core/attachment-ports.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { Rule } from '../../../src/core/policy/policy-types.js';
import { parseRule } from '../../../src/core/policy/rules.js';
import type { Prompt } from '../../../src/core/prompt-schema.js';
import * as messages from '../../../src/frontends/prompt/attach-messages.js';
import { createSender, type Outgoing } from '../../../src/frontends/prompt/sender.js';
import { draftOf } from '../../../src/view/composer/buffer.js';
import type { Draft } from '../../../src/view/composer/draft.js';
import { fakeAttachments } from './fake-attachments.js';

type Phase = 'starting' | 'ready' | 'failed';

function stage(
	port: AttachmentsPort,
	start: Phase = 'ready',
	running: { readonly steering: boolean } | null = null,
	rules: readonly Rule[] = [],
) {
	const prompts: Prompt[] = [];
	const all: AppEvent[] = [];
	const answers: AppEvent[] = [];
	const words: (string | null)[] = [];
	const drafts: Draft[] = [];
	const listeners = new Set<() => void>();
	const watchers = new Set<() => void>();
	let phase = start;
	const takes: AgentInfo['prompt'] = { image: true, audio: false, embeddedContext: true };
	const changed = (): void => {
		for (const watcher of [...watchers]) watcher();
	};
	const state = () => ({
		agent: phase === 'ready' ? { prompt: takes, steering: running?.steering === true } : null,
		turn: running === null ? null : { id: 'turn' },
		sessionId: 's',
		connection: { phase },
		questions: [{ id: 'plan' }],
		queue: [],
		mode: { mode: 'default' },
		rules,
	});
	const eventListeners = new Set<(event: AppEvent) => void>();
	const app = {
		getState: state,
		onEvent: (listener: (event: AppEvent) => void) => eventListeners.add(listener),
		dispatch(event: AppEvent) {
			all.push(event);
			if (event.type === 'prompt') prompts.push(event.prompt);
			else answers.push(event);
			changed();
		},
		subscribe(listener: () => void) {
			listeners.add(listener);
			changed();
			return () => listeners.delete(listener);
		},
	} as unknown as App;
	const sender = createSender({
		app,
		ids: { next: (prefix) => `${prefix}-${prompts.length}` },
		attachments: port,
		limits: { embedBytes: 100 },
		notify(text) {
			words.push(text);
			changed();
		},
		giveBack(draft) {
			drafts.push(draft);
			changed();
		},
	});
	return {
		all,
		prompts,
		answers,
		words,
		drafts,
		send(text: string, parts: Partial<Outgoing> = {}) {
			const outgoing: Outgoing = { text, written: text, images: [], interrupts: false, draft: draftOf(text) };
			sender.send({ ...outgoing, ...parts });
		},
		become(next: Phase) {
			phase = next;
			for (const listener of [...listeners]) listener();
		},
		listeners,
		hear(event: AppEvent) {
			for (const listener of eventListeners) listener(event);
		},
		until: (isSo: () => boolean) =>
			new Promise<void>((settle) => {
				const watcher = (): void => {
					if (!isSo()) return;
					watchers.delete(watcher);
					settle();
				};
				watchers.add(watcher);
				watcher();
			}),
	};
}

const port = fakeAttachments({ files: { 'a.ts': 'a', 'src/b.ts': 'b' } });

test('a prompt that mentions nothing goes at once', () => {
	const { send, prompts } = stage(port, 'starting');
	send('hello');
	expect(prompts).toEqual([{ id: 'prompt-0', text: 'hello', blocks: [{ type: 'text', text: 'hello' }] }]);
});

test('prompts keep their order, whatever has to be read for them', async () => {
	const { send, prompts, until } = stage(port);
	send('first @a.ts');
	send('second');
	send('third @src/b.ts');
	await until(() => prompts.length === 3);
	expect(prompts.map(({ text }) => text)).toEqual(['first @a.ts', 'second', 'third @src/b.ts']);
	expect(prompts.map(({ blocks }) => blocks.length)).toEqual([2, 1, 2]);
});

test('what is wrong is reported first and the draft comes back; the same once more is sent without it', async () => {
	const { send, prompts, words, drafts, until } = stage(port);
	send('see @gone.ts and @lost.ts and @a.ts');
	await until(() => drafts.length === 1);
	expect(words).toEqual([
		messages.sendsAnyway([
			{ name: '@gone.ts', reason: 'no such file' },
			{ name: '@lost.ts', reason: 'no such file' },
		]),
	]);
	expect(drafts[0]?.text).toBe('see @gone.ts and @lost.ts and @a.ts');
	expect(prompts).toEqual([]);
	send('see @gone.ts and @lost.ts and @a.ts');
	await until(() => prompts.length === 1);
	expect(prompts[0]?.blocks.map(({ type }) => type)).toEqual(['text', 'resource']);
	expect(words.slice(1)).toEqual([null]);
});

test('another text is checked anew, and so is the same one after something was sent', async () => {
	const { send, prompts, drafts, until } = stage(port);
	send('see @gone.ts');
	await until(() => drafts.length === 1);
	send('look at @gone.ts');
	await until(() => drafts.length === 2);
	send('never mind');
	send('look at @gone.ts');
	await until(() => drafts.length === 3);
	expect(prompts.map(({ text }) => text)).toEqual(['never mind']);
});

test('while the agent starts, a prompt with mentions waits for what it takes', async () => {
	const { send, prompts, until, become, listeners } = stage(port, 'starting');
	send('see @a.ts');
	expect(prompts).toEqual([]);
	await until(() => listeners.size === 1);
	become('ready');
	await until(() => prompts.length === 1);
	expect(prompts[0]?.blocks[1]?.type).toBe('resource');
	expect(listeners.size).toBe(0);
});

test('where no agent comes, the prompt goes with what every agent takes', async () => {
	const { send, prompts, until } = stage(port, 'failed');
	send('see @a.ts');
	await until(() => prompts.length === 1);
	expect(prompts[0]?.blocks[1]?.type).toBe('resource_link');
});

test('a defect in reading loses nothing', async () => {
	const broken: AttachmentsPort = { ...port, inspect: () => Promise.reject(new Error('broken\x1b[2J')) };
	const { send, drafts, words, prompts, until } = stage(broken);
	send('see @a.ts');
	await until(() => drafts.length === 1);
	expect(words[0]).toBe('Not sent: Error: broken');
	send('plain');
	await until(() => prompts.length === 1);
});

test('Feedback on a plan goes with what it mentions; on one that is gone it is a prompt.', async () => {
	const at = stage(fakeAttachments({ files: { 'a.ts': 'text' } }));
	at.send('see @a.ts', { answers: { type: 'answer-plan', questionId: 'plan', choice: 'keep-planning' } });
	await at.until(() => at.answers.length > 0);
	expect(at.answers).toEqual([
		{
			type: 'answer-plan',
			questionId: 'plan',
			choice: 'keep-planning',
			feedback: 'see @a.ts',
			blocks: [expect.objectContaining({ type: 'text' }), expect.objectContaining({ type: 'resource', text: 'text' })],
		},
	]);
	at.send('see @a.ts', { answers: { type: 'answer-plan', questionId: 'gone', choice: 'keep-planning' } });
	await at.until(() => at.prompts.length > 0);
	expect(at.prompts[0]?.blocks).toHaveLength(2);
});

test('Words that approve a plan go behind its answer; where it is gone they come back.', async () => {
	const at = stage(port, 'ready', { steering: false });
	const outcome = { type: 'selected', optionId: 'auto' } as const;
	at.send('use tabs', { answers: { type: 'answer', questionId: 'plan', outcome } });
	expect(at.all).toMatchObject([
		{ type: 'answer', questionId: 'plan', outcome },
		{ type: 'steer', prompt: { text: 'use tabs' } },
	]);
	at.send('use tabs', { answers: { type: 'answer', questionId: 'gone', outcome } });
	expect(at.drafts).toHaveLength(1);
	expect(at.prompts).toEqual([]);
});

test('Words that reject a question go with what they mention; under one that is gone they are a prompt.', async () => {
	const at = stage(fakeAttachments({ files: { 'a.ts': 'text' } }));
	const outcome = { type: 'selected', optionId: 'no' } as const;
	at.send('see @a.ts', { rejects: { questionId: 'plan', outcome } });
	await at.until(() => at.prompts.length > 0);
	expect(at.prompts[0]?.blocks).toHaveLength(2);
	expect(at.answers).toEqual([{ type: 'answer', questionId: 'plan', outcome }]);
	at.send('rather this', { rejects: { questionId: 'gone', outcome } });
	await at.until(() => at.prompts.length === 2);
	expect(at.answers).toHaveLength(1);
});

test.each([
	['is steered where it takes that', true, 'steer'],
	['is stopped, and the words are next, where it does not', false, 'prompt'],
] as const)('Words that reject a question reach the agent at once: its turn %s.', async (_, steering, type) => {
	const at = stage(port, 'ready', { steering });
	const outcome = { type: 'selected', optionId: 'no' } as const;
	at.send('explain first', { rejects: { questionId: 'plan', outcome } });
	const words = expect.objectContaining({ text: 'explain first' });
	expect(at.all).toEqual([
		{ type: 'answer', questionId: 'plan', outcome },
		type === 'steer' ? { type, prompt: words } : { type, prompt: words, interrupts: true },
	]);
});

test('words for a running turn go with what they mention, in their order', async () => {
	const { send, answers, prompts, until } = stage(port);
	send('first @a.ts', { steers: true });
	send('second', { steers: true });
	await until(() => answers.length === 2);
	expect(prompts).toEqual([]);
	expect(answers).toMatchObject([
		{ type: 'steer', prompt: { text: 'first @a.ts', blocks: [{ type: 'text' }, { type: 'resource' }] } },
		{ type: 'steer', prompt: { text: 'second', blocks: [{ type: 'text' }] } },
	]);
});

test('words for a running turn that mention what is not there come back first', async () => {
	const { send, answers, drafts, until } = stage(port);
	send('see @gone.ts', { steers: true });
	await until(() => drafts.length === 1);
	expect(answers).toEqual([]);
	send('see @gone.ts', { steers: true });
	await until(() => answers.length === 1);
});

test('a file that a deny rule names is not sent, whatever enters', async () => {
	const rule = parseRule('Read(a.ts)', 'deny', 'user');
	const port = fakeAttachments({ files: { 'a.ts': 'secret' } });
	const { send, until, drafts, prompts, words } = stage(port, 'ready', null, rule.ok ? [rule.value] : []);
	send('see @a.ts');
	await until(() => drafts.length === 1);
	expect(words.at(-1)).toContain('Cannot attach @a.ts: denied by user rule Read(a.ts)');
	send('see @a.ts');
	await until(() => prompts.length === 1);
	expect(prompts[0]?.blocks).toEqual([{ type: 'text', text: 'see @a.ts' }]);
});

test.each([
	['denied', ['no secrets']],
	['refused', []],
	['injected', []],
] as const)('words into the running turn that are %s: the draft gets back %j', (answer, back) => {
	const { send, answers, drafts, hear } = stage(port, 'ready', { steering: true });
	send('no secrets', { steers: true });
	const [sent] = answers;
	const promptId = sent?.type === 'steer' ? sent.prompt.id : '';
	hear({ type: 'steering-answered', promptId, answer: 'unanswered' });
	hear({ type: 'steering-answered', promptId: 'of another', answer: 'denied' });
	hear({ type: 'steering-answered', promptId, answer });
	hear({ type: 'steering-answered', promptId, answer: 'denied' });
	expect(drafts.map(({ text }) => text)).toEqual(back);
});
