import { describe, expect, test } from 'vitest';
import { AGENT_WORKS } from '../../../src/view/pickers/pickers-messages.js';
import { busy, endTurn, modes, openedWith, option, play, ready } from '../../core/session/play.js';
import { full } from '../scenes.js';
import { createStage, dispatched, draft, press, type Stage, text } from '../stage.js';

const idle = (): Stage =>
	createStage(
		endTurn(
			play(
				full(),
				{ type: 'queue-remove', promptId: 'p-and this' },
				{ type: 'queue-remove', promptId: 'p-and then this' },
			),
		),
	);
const run = (stage: Stage, line: string): ReturnType<typeof press> =>
	press(stage, `\`${line}\` enter`).filter(({ type }) => type !== 'remember');

describe('A slash command', () => {
	test.each([
		['/new', { type: 'new-session' }],
		['/clear', { type: 'new-session' }],
		['/clear-screen', { type: 'clear-transcript' }],
		['/restart', { type: 'restart-agent' }],
		['/plan', { type: 'set-mode', mode: 'plan' }],
		['/mode plan', { type: 'set-mode', mode: 'plan' }],
		['/mode ACCEPTEDITS', { type: 'set-mode', mode: 'acceptEdits' }],
		['/mode accept-edits', { type: 'set-mode', mode: 'acceptEdits' }],
		['/mode yolo', { type: 'set-agent-mode', modeId: 'yolo' }],
		['/model haiku', { type: 'set-config-option', optionId: 'model', value: 'haiku' }],
		['/model low', { type: 'set-config-option', optionId: 'effort', value: 'low' }],
	])('%s of ours is done here.', (line, event) => {
		const requests = run(idle(), line);
		expect(dispatched(requests)).toEqual([event]);
		expect(requests).toHaveLength(1);
	});

	test('/worktree new takes a name, as /worktree alone does.', () => {
		const opened = run(idle(), '/worktree new feat-a');
		expect(opened).toEqual([{ type: 'open-sessions', do: 'open', wanted: { worktree: { name: 'feat-a' } } }]);
		expect(run(idle(), '/worktree feat-a')).toEqual(opened);
	});

	test('that nobody knows stays in the draft, with a word.', () => {
		const stage = idle();
		expect(run(stage, '/nonsense')).toEqual([]);
		expect(draft(stage)).toBe('/nonsense');
		expect(text(stage)).toContain('Unknown command /nonsense. Start with a space to send it as text.');
	});

	test('that is refused gives way to the next one that is typed; its words do not.', () => {
		const stage = idle();
		run(stage, '/nonsense');
		press(stage, '`/mode`');
		expect(draft(stage)).toBe('/mode');
		press(stage, 'ctrl+u');
		run(stage, '/nonsense of mine');
		press(stage, '`!`');
		expect(draft(stage)).toBe('/nonsense of mine!');
	});

	test('/clear-screen waits for the turn.', () => {
		const stage = createStage(full());
		expect(run(stage, '/clear-screen')).toEqual([]);
		expect(text(stage)).toContain(AGENT_WORKS);
	});

	test('bypassPermissions needs the command line.', () => {
		const stage = idle();
		expect(run(stage, '/mode bypassPermissions')).toEqual([]);
		expect(text(stage)).toContain('--allow-bypass');
		expect(dispatched(run(createStage(ready('default', true)), '/mode bypassPermissions'))).toMatchObject([
			{ mode: 'bypassPermissions' },
		]);
	});

	test('/plan done reviews the agent’s last words.', () => {
		const stage = createStage(
			endTurn(
				play(
					openedWith({ mode: 'plan', modes: modes('plan', 'default', 'plan') }),
					{ type: 'prompt', prompt: { id: 'p', text: 'go', blocks: [] } },
					{ type: 'text', role: 'agent', text: '# My plan' },
				),
			),
		);
		run(stage, '/plan done');
		expect(stage.session.state.questions).toMatchObject([{ kind: 'exit-plan', from: 'client', plan: '# My plan' }]);
		expect(dispatched(run(stage, '/plan done'))).toEqual([]);
		expect(text(stage)).toContain('The plan is open already');
		const again = play(stage.session, { type: 'review-plan' });
		expect(again.state.questions).toHaveLength(1);
		const off = idle();
		expect(run(off, '/plan done')).toEqual([]);
		expect(text(off)).toContain('Plan mode is off');
	});

	test('/copy copies by number, and says what there is not.', () => {
		const stage = idle();
		expect(run(stage, '/copy 1')).toMatchObject([{ type: 'copy' }]);
		run(stage, '/copy 99');
		expect(stage.ui.panel.kind).toBe('loaded');
		const empty = createStage(ready());
		run(empty, '/copy');
		expect(text(empty)).toContain('Nothing to copy yet');
	});
});

describe('A list', () => {
	test('/model without anything to choose says so; an unknown name opens the list.', () => {
		const none = createStage(ready());
		run(none, '/model');
		expect(text(none)).toContain('offers no choice of model');
		const stage = createStage(openedWith({ options: [option('model', 'a', ['a', 'b'], 'model')] }));
		run(stage, '/model zzz');
		expect(stage.ui.panel.kind).toBe('loaded');
		expect(text(stage)).toContain('No model “zzz”');
	});
});

test.each<[string, number, 'pending' | 'completed', boolean, string]>([
	['all are done', 24, 'completed', true, 'All tasks are done'],
	['the turn is over', 24, 'pending', false, 'The tasks are shown while the agent works'],
	['the screen is low and narrow', 18, 'pending', true, 'The tasks need 20 rows'],
])('/todos says why nothing changes: %s', (_, rows, status, isBusy, words) => {
	const plan = { type: 'plan', steps: [{ text: 'Write tests', status, priority: 'medium' }] } as const;
	const stage = createStage(play(isBusy ? busy() : ready(), plan), 99, rows);
	press(stage, 'ctrl+t');
	expect(text(stage)).toContain(words);
	expect(stage.ui.isPlanFolded).toBe(false);
});
