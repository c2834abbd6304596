import { describe, expect, test } from 'vitest';
import type { CommandAccess } from '../../../src/core/sandbox/command-access.js';
import { failedInSandbox } from '../../../src/core/sandbox/sandbox-messages.js';
import type { CommandHold } from '../../../src/core/sandbox/session-sandbox.js';
import { spokenQuestion } from '../../../src/view/linear/linear-question.js';
import { run } from '../../core/policy/requests.js';
import { busy } from '../../core/session/play.js';
import { asked } from '../scenes.js';
import { contextOf, createStage, dispatched, happen, misfits, press, type Stage, text, wait } from '../stage.js';

const OPTIONS = [
	{ id: 'allow', name: 'Allow once', kind: 'allow_once' as const },
	{ id: 'reject', name: 'Reject', kind: 'reject_once' as const },
];
const FAILURE = { obstacle: 'network', line: 'curl: (6) Could not resolve host: example.com' } as const;
const AGAIN = [
	{ id: 'allow', name: 'Run again without the sandbox', kind: 'allow_once' as const },
	{ id: 'reject', name: 'No, leave it as failed', kind: 'reject_once' as const },
];
const OFFERS = [
	{ text: 'Execute(make) with network', words: 'exactly the command make, and gives it the network in its sandbox' },
	{
		text: 'Execute(make) without sandbox',
		words: 'exactly the command make, without a sandbox: it can do what you can',
	},
];

/** A command that acp-tui runs, with this access. */
const here = (access: CommandAccess, parts: Partial<CommandHold> = {}): { readonly hold: CommandHold } => ({
	hold: { runner: 'here', access, isSandboxed: true, agent: 'watch', isReadOnly: false, network: 'open', ...parts },
});
const WRITE = { files: 'write', network: false, folders: [] } as const;

function asking(parts: Parameters<typeof asked>[0], columns: number, rows = 24): Stage {
	const stage = createStage(busy(), columns, rows);
	happen(stage, asked({ request: run('make'), from: 'client', options: OPTIONS, offers: [], ...parts }));
	wait(stage, 2000);
	return stage;
}

/** What stands in the frame, as one line of words. */
const words = (stage: Stage) => text(stage).replaceAll(/[│\s]+/g, ' ');

describe('What a sandbox lets a command do stands in one line', () => {
	test.each([
		[{ files: 'read' }, 'Runs sandboxed: changes nothing, no network'],
		[
			{ files: 'write', network: false, folders: [] },
			'Runs sandboxed: may change the workspace and a private /tmp, no network',
		],
		[
			{ files: 'write', network: true, folders: ['~/.npm'] },
			'Runs sandboxed: may change the workspace, a private /tmp and ~/.npm, has the network',
		],
	] as const)('%j', (access, line) => {
		expect(text(asking(here(access), 100))).toContain(line);
		const narrow = asking(here(access), 40);
		expect(misfits(narrow)).toEqual([]);
		expect(words(narrow)).toContain(line);
		const spoken = spokenQuestion(contextOf(asking(here(access), 80)));
		expect(spoken?.lines).toContain(line);
	});

	test('and nothing of the kind where a command runs without one', () => {
		expect(text(asking({}, 100))).not.toContain('sandbox');
		expect(text(asking(here(WRITE, { isSandboxed: false }), 100))).not.toContain('sandbox');
	});

	test('also once it is found out while the question stands', () => {
		const stage = asking(here(WRITE, { isSandboxed: false }), 100);
		happen(stage, { type: 'sandbox-changed', change: { commands: 'fenced' } });
		expect(text(stage)).toContain('Runs sandboxed: may change the workspace and a private /tmp, no network');
	});

	test('and beside the rule that would allow such commands', () => {
		const offers = [{ text: 'Execute(make)', words: 'exactly the command make' }];
		const stage = asking({ ...here(WRITE), offers }, 100);
		press(stage, 'a');
		expect(words(stage)).toContain(
			'rule Execute(make) allows exactly the command make sandbox Runs sandboxed: may change the workspace and a private /tmp, no network',
		);
		const low = asking({ ...here(WRITE), offers }, 40, 12);
		press(low, 'a');
		expect(misfits(low)).toEqual([]);
		expect(words(low)).toContain('Execute(make)');
	});

	test.each<[string, Partial<CommandHold>, string]>([
		[
			'and an agent that may run it itself',
			{ runner: 'either' },
			'If acp-tui runs this: may change the workspace and a private /tmp, no network',
		],
		[
			'and one that does, with nothing that holds it',
			{ runner: 'agent' },
			'The agent runs this itself: without a sandbox',
		],
		[
			'in a fence',
			{ runner: 'agent', agent: 'fence' },
			'The agent runs this itself: in its fence, may change the workspace and no other files of yours',
		],
		[
			'in a fence in plan mode',
			{ runner: 'agent', agent: 'fence', isReadOnly: true },
			'The agent runs this itself: in its fence, changes no files of yours',
		],
		[
			'in a shadow, whose view a command sees',
			{ agent: 'shadow' },
			'Runs sandboxed: may change the shadow and a private /tmp, not the workspace itself, has the network',
		],
		[
			'in a shadow, and which hosts are asked about',
			{ agent: 'shadow', access: { ...WRITE, folders: ['~/.npm'] }, network: 'ask' },
			'Runs sandboxed: may change the shadow and a private /tmp, not the workspace itself, asks for other hosts than the agent’s own',
		],
		[
			'in a shadow, where a rule lets it run without a sandbox',
			{ agent: 'shadow', access: null, network: 'off' },
			'not the workspace itself, reaches the agent’s own hosts alone',
		],
		[
			'in a shadow, where commands have no sandbox',
			{ runner: 'either', agent: 'shadow', isSandboxed: false, network: 'ask' },
			'If acp-tui runs this: may change the shadow and a private /tmp, not the workspace itself, asks for other hosts than the agent’s own',
		],
		[
			'in a shadow, by the agent',
			{ runner: 'agent', agent: 'shadow' },
			'The agent runs this itself: in its shadow, your files change when you apply its changes',
		],
	])('%s', (_, parts, line) => {
		for (const columns of [100, 40]) {
			const stage = asking(here(WRITE, parts), columns);
			expect(misfits(stage)).toEqual([]);
			expect(words(stage)).toContain(line);
		}
	});

	test('also on a low screen, as far as there is room', () => {
		const stage = asking(here({ files: 'read' }), 40, 12);
		expect(misfits(stage)).toEqual([]);
		expect(words(stage)).toContain('Runs sandboxed: changes nothing, no network');
	});
});

describe('A command that failed by its sandbox', () => {
	const again = { failedInSandbox: FAILURE, because: failedInSandbox(FAILURE), options: AGAIN, offers: OFFERS };

	test.each([100, 60, 40])('is asked about with why it failed, at %d columns', (columns) => {
		const stage = asking(again, columns);
		expect(misfits(stage)).toEqual([]);
		expect(words(stage)).toContain('Run this command again without its sandbox');
		expect(words(stage)).toContain('It failed, most likely by its sandbox: it has no network there');
		expect(words(stage)).toMatch(/1 Run again without the sandbox \(y\).*2 Always.*….*3 No, leave it as failed/);
	});

	test('can be read whole on a low screen, and answered before', () => {
		expect(words(asking(again, 40, 12))).toContain('(“curl: (6) Could not resolve host: example.com”).');
		const failure = { ...FAILURE, line: `${FAILURE.line}, and no other name server is known to this machine` };
		const stage = asking({ ...again, because: failedInSandbox(failure) }, 40, 12);
		expect(misfits(stage)).toEqual([]);
		expect(text(stage)).toContain('o opens');
		expect(words(stage)).not.toContain('to this machine');
		expect(words(stage)).toMatch(/1 Run again without the sandbox \(y\).*2 Always.*….*3 No, leave it as failed/);
		expect(words(stage)).not.toContain('press o first');
		press(stage, 'o pagedown');
		expect(words(stage)).toContain('example.com, and no other name server is known to this machine”).');
	});

	test('runs again at a key; a shows the rules that would spare the question, the narrower one first', () => {
		const stage = asking(again, 100);
		expect(press(stage, 'a')).toEqual([]);
		expect(words(stage)).toContain('rule Execute(make) with network');
		wait(stage, 2000);
		press(stage, '4');
		wait(stage, 2000);
		expect(words(stage)).toContain('rule Execute(make) without sandbox');
		expect(dispatched(press(stage, '1'))).toMatchObject([
			{
				type: 'answer',
				outcome: { optionId: 'allow' },
				remember: { text: 'Execute(make) without sandbox', scope: 'session' },
			},
		]);
		expect(dispatched(press(asking(again, 100), 'y'))).toMatchObject([
			{ type: 'answer', outcome: { optionId: 'allow' } },
		]);
	});

	test('runs again with the network alone at y, where that suffices; a has the rule for it', () => {
		const options = [
			{ id: 'with-network', name: 'Run sandboxed, with network', kind: 'allow_once' as const },
			...AGAIN,
		];
		for (const [columns, rows] of [
			[100, 32],
			[40, 24],
			[40, 12],
		] as const) {
			const stage = asking({ ...again, options }, columns, rows);
			expect(misfits(stage)).toEqual([]);
			expect(words(stage)).toMatch(
				/1 Run sandboxed, with network \(y\).*2 Run again without the sandbox.*3 Always allow….*4 No, leave it/,
			);
			expect(words(stage)).not.toContain('again without its sandbox');
			press(stage, 'a');
			wait(stage, 2000);
			expect(words(stage)).toContain('Execute(make) with network');
			// The rule says what is opened: the answer itself opens nothing beside it.
			expect(dispatched(press(stage, '1'))).toMatchObject([
				{ outcome: { optionId: 'allow' }, remember: { text: 'Execute(make) with network', scope: 'session' } },
			]);
			expect(dispatched(press(asking({ ...again, options }, columns, rows), 'y'))).toMatchObject([
				{ outcome: { optionId: 'with-network' } },
			]);
		}
	});

	test.each([
		['touch ~/x', ''],
		['touch /home/ada/out.txt', "touch: cannot touch '/home/ada/out.txt': Read-only file system"],
	])('is read whole, or says that there is more, where no rule can be offered: %s', (command, line) => {
		const failure = { obstacle: 'read-only', line } as const;
		const parts = { ...again, failedInSandbox: failure, because: failedInSandbox(failure), offers: [] };
		const stage = asking({ ...parts, request: run(command) }, 40, 12);
		expect(misfits(stage)).toEqual([]);
		expect(words(stage)).toMatch(/what it tried to change is read-only there(?:\.| .*more lines? · o opens)/);
		expect(words(stage)).toMatch(/1 Run again without the sandbox \(y\).*2 No, leave it as failed \(n, esc\)/);
	});

	test('keeps its keys where an answer is too wide', () => {
		const [yes, no] = AGAIN;
		const options = [
			{ id: 'allow', name: `${yes?.name}, whatever comes`, kind: 'allow_once' as const },
			...(no ? [no] : []),
		];
		expect(text(asking({ ...again, options }, 40, 12))).toMatch(/1 Run again without the sand\S*… \(y\)/);
	});
});
