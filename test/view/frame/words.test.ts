import { describe, expect, test } from 'vitest';
import type { AgentCommand } from '../../../src/core/agent-info.js';
import { AGENT_WORKS } from '../../../src/view/pickers/pickers-messages.js';
import { localCommands } from '../../../src/view/slash-commands/commands.js';
import { busy, endTurn, openedWith, option, play, prompt, ready } from '../../core/session/play.js';
import { createStage, dispatched, draft, happen, paste, press, queue, type Stage, text } from '../stage.js';

const agentCommands: readonly AgentCommand[] = ['exitplan', 'helpers', 'status-report', 'diffs', 'login-help'].map(
	(name) => ({ name, description: name }),
);

function idle(): Stage {
	const stage = createStage(endTurn(busy()));
	happen(stage, { type: 'commands', commands: agentCommands });
	return stage;
}

describe('Words behind a command of ours', () => {
	const names = localCommands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

	test.each(names)('/%s: are used, or stay in the draft', (name) => {
		for (const stage of [idle(), createStage(busy())]) {
			const words = 'what nobody may drop';
			const requests = press(stage, `\`/${name} ${words}\` enter`).filter(({ type }) => type !== 'remember');
			// A panel that is loaded has them as its search.
			const isUsed = JSON.stringify([requests, stage.ui.panel]).includes(words);
			const isAsked = stage.ui.panel.kind === 'loaded';
			if (isAsked) press(stage, 'escape');
			expect(isUsed || draft(stage).includes(words), `${JSON.stringify(requests)} ${draft(stage)}`).toBe(true);
		}
	});

	const takesWords = [
		...['add-dir', 'btw', 'new', 'clear', 'plan', 'memory', 'export', 'resume', 'sessions', 'fork', 'handover'],
		...['rewind', 'compact', 'rename', 'config', 'settings', 'review'],
	];
	const without = names.filter((name) => !takesWords.includes(name));

	test.each(without)('/%s: with words it does nothing else unasked', (name) => {
		const stage = idle();
		// Nothing but the files that say which agents there are is looked at.
		const requests = press(stage, `\`/${name} the words\` enter`).filter(
			(request) =>
				request.type !== 'remember' && !(request.type === 'dispatch' && request.event.type === 'list-agents'),
		);
		expect(requests).toEqual([]);
	});

	test('a command that only a pasted block holds is text', () => {
		const stage = idle();
		paste(stage, `/new ${'x '.repeat(600)}`);
		const requests = press(stage, 'enter');
		expect(dispatched(requests)).toEqual([]);
		expect(requests.at(-1)).toMatchObject({ type: 'send' });
	});
});

describe('enter on a word', () => {
	test.each([
		['/agentz', ' Did you mean /agent?'],
		['/reconnect', ''],
		['/xyz', ''],
		['/exti', ' Did you mean /exit?'],
		['/clera', ' Did you mean /clear?'],
		['/statuz', ' Did you mean /status?'],
		['/mdel', ' Did you mean /model?'],
	])('%s, which is no command, is made into none, and the nearest is named', (word, hint) => {
		const stage = idle();
		expect(dispatched(press(stage, `\`${word}\` enter`))).toEqual([]);
		expect(draft(stage)).toBe(word);
		expect(text(stage)).toContain(`Unknown command ${word}.${hint} Start with a space to send it as text.`);
		expect(stage.requests.some(({ type }) => type === 'send')).toBe(false);
	});

	test.each(['/exit', '/quit', '/q'])('%s quits', (word) => {
		const stage = idle();
		press(stage, `\`${word}\` enter`);
		expect(stage.requests.at(-1)).toEqual({ type: 'leave' });
	});
});

describe('In a running turn', () => {
	test.each([
		['/quit', { type: 'leave' }],
		['/exit', { type: 'leave' }],
		['/new', { type: 'dispatch', event: { type: 'new-session' } }],
		['/clear', { type: 'dispatch', event: { type: 'new-session' } }],
		['/restart', { type: 'dispatch', event: { type: 'restart-agent' } }],
	])('%s asks once', (command, request) => {
		const stage = createStage(busy());
		const asked = press(stage, `\`${command}\` enter`).filter(({ type }) => type !== 'remember');
		expect(asked).toEqual([]);
		expect(text(stage)).toContain(AGENT_WORKS);
		press(stage, 'escape');
		expect(stage.session.state.turn).not.toBeNull();
		expect(stage.session.state.turn?.cancelledAt).toBeUndefined();
		press(stage, `\`${command}\` enter down enter`);
		expect(stage.session.state.turn).not.toBeNull();
		expect(press(stage, `\`${command}\` enter enter`).at(-1)).toEqual(request);
	});

	test.each(['escape', 'down enter', '`x`'])('what stood behind /new is kept when it is not done (%s)', (keys) => {
		const stage = createStage(busy());
		press(stage, `\`/new fix the bug\` enter ${keys}`);
		const aside = stage.ui.composer.stash.map((one) => one.text);
		expect([draft(stage), ...aside]).toContain('/new fix the bug');
	});
});

describe('up with a queue', () => {
	const open = (): Stage => createStage(play(busy(), prompt('first'), prompt('second')));

	test.each(['escape', 'down', 'up up down'])('and %s loses none of it', (keys) => {
		const stage = open();
		press(stage, `up ${keys}`);
		const { taken } = stage.ui.composer;
		const all =
			taken === null
				? queue(stage)
				: [...queue(stage).slice(0, taken.place), draft(stage), ...queue(stage).slice(taken.place)];
		expect(all).toEqual(['first', 'second']);
		expect(stage.session.state.turn?.cancelledAt).toBeUndefined();
	});

	test('esc puts it back as it was, and remembers the changes', () => {
		const stage = open();
		press(stage, 'up `, changed`');
		expect(press(stage, 'escape').map(({ type }) => type)).toEqual(['remember', 'dispatch']);
		expect(queue(stage)).toEqual(['first', 'second']);
		expect(draft(stage)).toBe('');
	});

	test('beyond the queue comes the history, without what waits', () => {
		const stage = createStage(busy());
		press(stage, '`older` enter `newer` enter');
		press(stage, 'up');
		expect([draft(stage), queue(stage)]).toEqual(['newer', ['older']]);
		press(stage, 'up up');
		// Both are in the queue, and nothing else is in the history.
		expect([draft(stage), queue(stage)]).toEqual(['', ['older', 'newer']]);
	});

	test('what is put back after the turn waits for a word', () => {
		const stage = createStage(play(busy(), prompt('only')));
		press(stage, 'up');
		stage.session = endTurn(stage.session);
		press(stage, 'escape');
		expect(queue(stage)).toEqual(['only']);
		expect(stage.session.state.isQueuePaused).toBe(true);
		press(stage, 'enter');
		expect(stage.session.state.turn?.prompt.text).toBe('only');
	});
});

describe('/model and /mode take a part of a name', () => {
	const models = { ...option('model', 'demo-large', ['demo-large', 'demo-small', 'other'], 'model') };
	const named = {
		...models,
		choices: [
			{ value: 'demo-large', name: 'Demo Large' },
			{ value: 'demo-small', name: 'Demo Small' },
			{ value: 'other', name: 'Other' },
		],
	} as const;

	test.each([
		['large', 'demo-large'],
		['Demo Small', 'demo-small'],
		['OTH', 'other'],
	])('%s', (wanted, value) => {
		const stage = createStage(openedWith({ options: [named] }));
		expect(dispatched(press(stage, `\`/model ${wanted}\` enter`))).toMatchObject([
			{ type: 'set-config-option', value },
		]);
	});

	test('what fits several lists these alone', () => {
		const stage = createStage(openedWith({ options: [named] }));
		expect(dispatched(press(stage, '`/model demo` enter'))).toEqual([]);
		expect(text(stage)).toContain('fits more than one');
		expect(text(stage)).toMatch(/Demo Large[\s\S]*Demo Small/);
		expect(text(stage)).not.toMatch(/▸?\s+Other\b/);
	});
});

describe('What was written beside a large paste', () => {
	const log = Array.from({ length: 5000 }, (_, index) => `line ${index}`).join('\n');

	function pasted(): Stage {
		const stage = createStage(ready());
		press(stage, '`before `');
		paste(stage, log);
		press(stage, '` explain this` enter');
		return stage;
	}

	test('stands whole where everything is open', () => {
		const stage = pasted();
		press(stage, 'ctrl+o');
		press(stage, '`g`');
		expect(text(stage)).toContain('› before line 0');
	});

	test('in the queue, and back in the draft, the mark stands for it', () => {
		const stage = createStage(busy());
		paste(stage, log);
		press(stage, '` explain this` enter');
		expect(text(stage)).toContain('queued 1: [Pasted text, 5,000 lines] explain this');
		press(stage, 'up');
		expect(draft(stage)).toBe('[Pasted 5,000 lines #1] explain this');
		press(stage, 'enter');
		expect(queue(stage)).toEqual([`${log} explain this`]);
	});
});
