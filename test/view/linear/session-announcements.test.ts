import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListedAgent } from '../../../src/core/agents/agent-list.js';
import type { AppEvent } from '../../../src/core/event.js';
import { keyOf } from '../../../src/terminal/key.js';
import { type Announced, announceSession, nothingAnnounced } from '../../../src/view/linear/session-announcements.js';
import { spokenTime } from '../../../src/view/spoken-text.js';
import { busy, endTurn, play, prompt, ready } from '../../core/session/play.js';
import { sized } from '../../setup/whole.js';
import { planQuestion } from '../plan-steps/plan-steps-stage.js';
import { createReader } from './reader.js';

/** What is said of each event in turn, from a session in the middle of a turn. */
function saidOf(...events: readonly AppEvent[]): string[][] {
	let at = busy();
	let { announced } = announceSession(nothingAnnounced, at.state);
	return events.map((event) => {
		at = play(at, event);
		const announcement = announceSession(announced, at.state);
		announced = announcement.announced;
		return [...announcement.lines];
	});
}

const text = (words: string): AppEvent => ({ type: 'text', role: 'agent', text: words });
const tool = (patch: Extract<AppEvent, { type: 'tool' }>['patch']): AppEvent => ({ type: 'tool', patch });

test('Marks of bold words are not said; code is said as it stands, wherever the message was cut.', () => {
	const said = saidOf(text('The **demo agent** and `a**b**`\n```\n2**'), text('3 **x**\n```\n__So__ in __init__.py\n'));
	expect(said.flat()).toEqual(['Agent: The demo agent and `a**b**`', '```', '2**3 **x**', '```', 'So in __init__.py']);
});

test('Code is said as it stands in a list, and in a fence that holds shorter ones.', () => {
	const said = saidOf(
		text('1. do\n   - ```py\n     __a__\n     ```\n````\n```\n'),
		text('**x**\n```\n__y__\n````\n**z**\n'),
	);
	expect(said.flat()).toEqual([
		'Agent: 1. do',
		'   - ```py',
		'     __a__',
		'     ```',
		'````',
		'```',
		'**x**',
		'```',
		'__y__',
		'````',
		'z',
	]);
});

test('However a message arrives, the same words are said.', () => {
	const parts = fc.array(fc.constantFrom('one', ' ', 'two', '\n', '\n\n', '\r\n', '**b**'), { maxLength: 20 });
	fc.assert(
		fc.property(parts, (words) => {
			const inPieces = play(busy(), ...words.map(text));
			let { announced } = announceSession(nothingAnnounced, busy().state);
			const said: string[] = [];
			let at = busy();
			for (const event of [...words.map(text), tool({ id: 't', title: 'x', status: 'pending' })]) {
				at = play(at, event);
				const announcement = announceSession(announced, at.state);
				said.push(...announcement.lines);
				announced = announcement.announced;
			}
			const whole = play(inPieces, tool({ id: 't', title: 'x', status: 'pending' }));
			const { announced: before } = announceSession(nothingAnnounced, busy().state);
			const spoken = (all: readonly string[]): string[] => all.join(' ').trim().split(/\s+/);
			expect(spoken(said)).toEqual(spoken(announceSession(before, whole.state).lines));
		}),
	);
});

test('One word of many megabytes costs what is new of it: more would not end within the time limit of a test.', () => {
	let at = busy();
	let { announced } = announceSession(nothingAnnounced, at.state);
	for (let chunk = 0; chunk < sized(100, 500); chunk += 1) {
		at = play(at, text('x'.repeat(8192)));
		const announcement = announceSession(announced, at.state);
		announced = announcement.announced;
		expect(announcement.lines).toEqual([]);
	}
});

test('What is left of a message is said when it ends, before what follows.', () => {
	const at = play(busy(), text('no line break'), tool({ id: 't', title: 'Read a', kind: 'read', status: 'pending' }));
	const { lines, announced } = announceSession(nothingAnnounced, at.state);
	expect(lines.slice(-2)).toEqual(['Agent: no line break', 'Tool started: Read a.']);
	expect(announceSession(announced, at.state).lines).toEqual([]);
	expect(announceSession(announced, endTurn(at).state).lines.at(-1)).toMatch(/^Done\. \d+ s\.$/);
});

test('Of a change in a shadow it is said that it waits; what is outside of the workspace is changed at once.', () => {
	const inside = { type: 'diff', path: '/w/a.ts', oldText: 'a\n', newText: 'b\nc\n' } as const;
	const outside = { type: 'diff', path: '/home/me/notes', oldText: null, newText: 'x\n' } as const;
	const said = saidOf(
		{ type: 'sandbox-changed', change: { agent: 'shadow' } },
		tool({ id: 't', title: 'Edit /w/a.ts', kind: 'edit', status: 'completed', content: [inside, outside] }),
	).flat();
	expect(said).toContain('Waits in the shadow: change of a.ts, 2 lines added, 1 removed.');
	expect(said).toContain('Waits in the shadow: change of a.ts, 2 lines added, 1 removed.');
	expect(said).toContain('New file /home/me/notes: 1 line added, 0 removed.');
	expect(said.join('\n')).not.toContain('Changed');
});

test.each([
	[
		'was refused',
		{ type: 'decided', source: 'user', toolCallId: 't', title: 'Edit', verdict: { decision: 'denied', because: 'no' } },
	],
	['failed', tool({ id: 't', status: 'failed' })],
] as const)('A call that %s is not said to have changed anything.', (_, end) => {
	const diff = { type: 'diff', path: '/w/a.ts', oldText: null, newText: 'b\n' } as const;
	const said = saidOf(
		tool({ id: 't', title: 'Edit /w/a.ts', kind: 'edit', status: 'pending', content: [diff] }),
		end,
		tool({ id: 't', status: 'failed' }),
	).flat();
	expect(said.join('\n')).toMatch(/^Tool (?:refused|failed)/m);
	expect(said.join('\n')).not.toMatch(/New file|Changed/);
});

test('A failure says its reason, a refusal because of what.', () => {
	const block = { type: 'text', text: 'no such file' } as const;
	expect(
		saidOf(
			tool({ id: 't', title: 'Read x', kind: 'read', status: 'failed', content: [{ type: 'content', block }] }),
		)[0],
	).toEqual(['Tool failed: Read x.', 'Output, 1 line:', 'no such file']);
	expect(
		saidOf(
			tool({ id: 'd', title: 'Edit x', kind: 'edit', status: 'pending' }),
			{
				type: 'decided',
				toolCallId: 'd',
				title: 'Edit x',
				verdict: { decision: 'denied', because: 'plan mode is on' },
				source: 'policy',
			},
			tool({ id: 'd', status: 'failed' }),
		).flat(),
	).toEqual(['Tool started: Edit x.', 'Tool refused: Edit x. Because plan mode is on.']);
});

test('The plan is said whole, then by the steps that moved on.', () => {
	const step = (name: string, status: 'pending' | 'in_progress' | 'completed') =>
		({ text: name, status, priority: 'medium' }) as const;
	expect(
		saidOf(
			{ type: 'plan', steps: [step('Read', 'in_progress'), step('Write', 'pending')] },
			{ type: 'plan', steps: [step('Read', 'completed'), step('Write', 'pending')] },
			{ type: 'plan', steps: [step('Read', 'completed'), step('Write', 'pending')] },
		),
	).toEqual([
		['Plan, 0 of 2 done.', '1. in progress: Read.', '2. to do: Write.'],
		['Plan, 1 of 2 done.', '1. done: Read.'],
		[],
	]);
});

test('A plan is said once: in the question, not with the answer nor with its call.', () => {
	const plan = '# Plan\n\n1. Read `a.ts`.';
	const block = { type: 'text', text: plan } as const;
	const content = [{ type: 'content', block }] as const;
	const because = 'you chose “No, keep planning”';
	const asked = saidOf(
		tool({ id: 't', title: 'Approve plan', kind: 'switch_mode', status: 'pending', content }),
		{ type: 'question-asked', question: planQuestion(plan) },
		{ type: 'answer-plan', questionId: 'q', choice: 'keep-planning' },
		{
			type: 'decided',
			toolCallId: 't',
			title: 'Approve plan',
			verdict: { decision: 'denied', because },
			source: 'user',
		},
		tool({ id: 't', status: 'failed' }),
	);
	expect(asked.flat()).toEqual([
		'Tool started: Approve plan.',
		'Note: Plan not approved: kept planning.',
		`Tool refused: Approve plan. Because ${because}.`,
	]);
});

test('What a refused change of mode says is read out where no question said it.', () => {
	const content = [{ type: 'content', block: { type: 'text', text: 'Go to yolo' } }] as const;
	const verdict = { decision: 'denied', because: 'the rule SwitchMode denies it' } as const;
	const said = saidOf(
		{ type: 'decided', toolCallId: 't', title: 'Switch mode', verdict, source: 'policy' },
		tool({ id: 't', title: 'Switch mode', kind: 'switch_mode', status: 'failed', content }),
	);
	expect(said.flat()).toContain('Go to yolo');
});

test('A step of the plan that ends with a stop is said as one sentence with what was seen.', () => {
	const question = { ...planQuestion('1. Read `a.ts`.\n2. Stop.'), toolCallId: 't' };
	const seen = saidOf(
		{ type: 'question-asked', question },
		{ type: 'answer-plan', questionId: 'q', choice: 'review-edits' },
		tool({ id: 'r', title: 'Read a.ts', kind: 'read', status: 'completed', locations: [{ path: '/w/a.ts' }] }),
	);
	expect(seen.flat()).toContain('Step of the plan, Read a.ts: a.ts read.');
});

test.each([
	['end_turn', /^Done\. 1 s\.$/],
	['cancelled', /^The agent stopped after 1 s\.$/],
	['refusal', /^The agent refused to go on\. 1 s\.$/],
] as const)('The end of a turn: %s', (reason, expected) => {
	const at = busy();
	const { announced } = announceSession(nothingAnnounced, at.state);
	expect(announceSession(announced, endTurn(at, reason).state).lines).toContainEqual(expect.stringMatching(expected));
});

test('Nothing that an agent sends reaches a line with a control character.', () => {
	const evil = 'a\x1b[2Jb\x07\u202ec\x9bd';
	const lines = saidOf(
		text(`${evil}\n`),
		{ type: 'text', role: 'user', text: evil },
		tool({
			id: evil,
			title: evil,
			kind: 'other',
			status: 'failed',
			content: [{ type: 'content', block: { type: 'text', text: evil } }],
		}),
		{ type: 'plan', steps: [{ text: evil, status: 'pending', priority: 'medium' }] },
		{ type: 'notice', level: 'info', title: evil, detail: evil },
		{ type: 'unknown', label: evil, json: evil },
		{ type: 'block', role: 'agent', block: { type: 'resource_link', uri: evil, name: evil } },
	).flat();
	expect(lines.length).toBeGreaterThan(7);
	for (const line of lines) expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e]/);
});

test('Long sessions cost what is new.', () => {
	let at = ready();
	for (let index = 0; index < 200; index += 1) at = play(at, { type: 'note', level: 'info', title: `n${index}` });
	const announced: Announced = announceSession(nothingAnnounced, at.state).announced;
	expect(announced.from).toBe(at.state.entries.size);
	expect(announced.entries.size).toBeLessThanOrEqual(200);
	const after = announceSession(announced, play(at, { type: 'note', level: 'info', title: 'more' }).state);
	expect(after.lines).toEqual(['Note: more.']);
	expect(after.announced.entries.size).toBeLessThan(70);
});

test.each([
	[-5, '0.0 s'],
	[400, '0.4 s'],
	[999, '1 s'],
	[12_000, '12 s'],
	[125_000, '2 min 5 s'],
	[3_720_000, '1 h 2 min'],
])('%i ms is %s', (milliseconds, expected) => {
	expect(spokenTime(milliseconds)).toBe(expected);
});

test('What a sub-agent says and does is announced with its name, and once, however far above it stands.', () => {
	const step = (id: string, parentId?: string): AppEvent =>
		tool({ id, title: id, status: 'in_progress', ...(parentId === undefined ? {} : { parentId }) });
	const said = saidOf(
		step('Look'),
		step('Find'),
		step('Read a', 'Look'),
		{ type: 'text', role: 'agent', text: 'Aha.\n', parentId: 'Look' },
		...Array.from({ length: 300 }, (_, index) => step(`f${index}`, 'Find')),
		step('Read b', 'Look'),
		tool({ id: 'Read b', status: 'failed' }),
		tool({ id: 'Look', status: 'completed' }),
	);
	expect(said.slice(0, 4)).toEqual([
		['Tool started: Look.'],
		['Tool started: Find.'],
		['Sub-agent Look: Tool started: Read a.'],
		['Sub-agent Look: Aha.'],
	]);
	expect(said.slice(-3)).toEqual([
		['Sub-agent Look: Tool started: Read b.'],
		[expect.stringMatching(/^Sub-agent Look: Tool failed: Read b\./)],
		[expect.stringMatching(/^Tool finished: Look\./), 'It made 2 calls, 1 failed.'],
	]);
});

test.each([0, 100, 300])(
	'A late step of a sub-agent that has ended is announced once, %i entries above the end.',
	(count) => {
		const call = (id: string, parentId?: string): AppEvent =>
			tool({ id, title: id, status: 'completed', ...(parentId === undefined ? {} : { parentId }) });
		const notes = Array.from({ length: count }, (): AppEvent => ({ type: 'note', level: 'info', title: 'n' }));
		const said = saidOf(call('Look'), ...notes, call('Read', 'Look'), { type: 'note', level: 'info', title: 'end' });
		expect(said.slice(-2)).toEqual([[expect.stringMatching(/^Sub-agent Look: Tool finished: Read\./)], ['Note: end.']]);
	},
);

test('Of what an agent wrote before it died the line that tells most is said.', () => {
	const exit = { code: 1, signal: null, stderrTail: ['log', 'boom'], junkLines: 0, expected: false };
	const [lines = []] = saidOf({ type: 'agent-exited', exit });
	expect(lines).toEqual(expect.arrayContaining(['boom', '1 more line.']));
	expect(lines).not.toContain('log');
});

const agent = (id: string, description: string): ListedAgent => ({
	id,
	aliases: [],
	name: id,
	version: '1.0.0',
	distribution: ['npx'],
	source: 'registry',
	installed: { path: '/bin/x', version: '1.0.0', by: 'path' },
	signedIn: null,
	broken: null,
	description,
	facts: { abilities: ['list'], from: 'last-run', asking: {} },
	host: null,
	plan: [],
	unavailable: null,
});
const agents = ['alpha', 'beta', 'gamma', 'delta'].map((id) => agent(id, id === 'beta' ? 'knows tides' : 'writes'));

/** The lines for somebody without a screen, with these agents. */
function listed(agents: readonly ListedAgent[]) {
	const reader = createReader(play(ready(), { type: 'agents-listed', agents }));
	reader.put({ type: 'tick' });
	reader.spoken();
	return reader;
}

test('Without a screen the agents have numbers, are found by words, and are chosen by either.', () => {
	const reader = listed(agents);
	const all = reader.say('/agent');
	expect(all).toContain('1 Sandbox, watch: no sandbox; what it changes without asking is shown.');
	expect(all).toContain('5 delta, 1.0.0 on the PATH · writes.');
	expect(all.join('\n')).toContain('Type a number, or words to search.');
	const found = reader.say('tides');
	expect(found[0]).toBe('Agents with “tides”:');
	// Of few rows everything is read out.
	expect(found).toContain('1 beta, 1.0.0 on the PATH · knows tides, sessions: list.');
	expect(reader.say('nothing of the kind')[0]).toContain('There is no agent');
	expect(reader.say('/agent writes')).toContain('Agents with “writes”:');
	reader.say('/agent tides');
	reader.say('1');
	expect(reader.events()).toContainEqual({ type: 'use-agent', id: 'beta' });
});

const ALT_ENTER = { type: 'key', key: keyOf('enter', '', { alt: true }) } as const;
const injected = { type: 'steering-answered', promptId: 'p-look here', answer: 'injected' } as const;

function type(reader: ReturnType<typeof createReader>, words: string): void {
	for (const character of words) reader.put({ type: 'key', key: keyOf('char', character) });
}

test('alt+enter and /steer send into the running turn, and what went in is read out once', () => {
	const reader = createReader(busy());
	reader.put({ type: 'tick' });
	type(reader, 'look here');
	reader.put(ALT_ENTER);
	reader.say('/steer there too');
	expect(reader.sent()).toMatchObject([
		{ text: 'look here', steers: true },
		{ text: 'there too', steers: true },
	]);
	reader.happen({ type: 'steer', prompt: { id: 'p-look here', text: 'look here', blocks: [] } });
	expect(reader.happen(injected)).toEqual(['You, into the running turn: look here']);
});

test('an agent that cannot be steered: the two ways are read out, and a number chooses', () => {
	const from = busy();
	const { agent } = from.state;
	const reader = createReader({
		...from,
		state: { ...from.state, agent: agent === null ? null : { ...agent, steering: false } },
	});
	reader.put({ type: 'tick' });
	reader.spoken();
	type(reader, 'instead');
	reader.put(ALT_ENTER);
	expect(reader.spoken().join('\n')).toMatch(/This agent cannot be steered:\n1 Stop and send\.\n2 Queue\./);
	reader.say('1');
	expect(reader.sent()).toMatchObject([{ text: 'instead', interrupts: true }]);
});

test('/queue reads out what waits; a number asks what is to be done with it, and a second one does it', () => {
	const reader = createReader(play(busy(), prompt('one'), prompt('two')));
	reader.put({ type: 'tick' });
	reader.spoken();
	expect(reader.say('/queue').join('\n')).toMatch(/1 one\.\n2 two\.\nType a number/);
	expect(reader.say('1')).toContain('6 Send it later.');
	expect(reader.say('6').join('\n')).toMatch(/1 two\.\n2 one\./);
	expect(reader.say('7')).toEqual(['There is no 7 in the list.']);
	reader.say('/queue merge 1');
	expect(reader.queue()).toEqual(['two\n\none']);
});
