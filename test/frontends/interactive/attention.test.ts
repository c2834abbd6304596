import { expect, test } from 'vitest';
import { fail, type Result, succeed } from '../../../src/core/failure.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { Attention } from '../../../src/frontends/interactive/attention.js';
import { TerminalModes } from '../../../src/terminal/terminal-modes.js';
import type { Glyphs, Notification, Sound, SoundChoice } from '../../../src/view/ui-options.js';
import { createWorld, end, send, settle, type World } from '../../app/world.js';
import { asked, planQuestion } from '../../view/scenes.js';

type Options = {
	readonly notify?: Notification;
	readonly sound?: SoundChoice;
	readonly played?: () => Promise<Result<void>>;
	readonly env?: Record<string, string>;
	readonly title?: boolean;
	readonly glyphs?: Glyphs;
	readonly progress?: boolean;
};

async function attend(options: Options = {}) {
	const { notify = 'osc9', sound = 'off', env = {}, title = false, progress = false } = options;
	const sounds: Sound[] = [];
	const signals: AbortSignal[] = [];
	const world = createWorld();
	world.app.start();
	await settle();
	const written: string[] = [];
	const write = (data: string): void => {
		written.push(data);
	};
	const modes = new TerminalModes(write);
	modes.resume();
	const attention = new Attention({
		app: world.app,
		clock: world.clock,
		terminal: {
			setMode: (mode, isOn) => modes.set(mode, isOn),
			setTitle: (title) => modes.setTitle(title),
			setProgress: (isOn) => modes.setProgress(isOn),
			writeControl: write,
		},
		env,
		notify,
		sound,
		playSound: (played, signal) => {
			sounds.push(played);
			signals.push(signal);
			return options.played?.() ?? Promise.resolve(succeed(undefined));
		},
		title,
		progress,
		glyphs: options.glyphs ?? 'auto',
	});
	return { world, attention, written, modes, sounds, signals };
}

async function turn(world: World): Promise<void> {
	send(world, 'go');
	await settle();
	await end(world);
	await settle();
}

const calls = (written: readonly string[]): string[] => written.filter((data) => data.startsWith('\x1b]9;acp'));

test('Nobody is called who is there: neither with the focus nor before the terminal reported it.', async () => {
	const { world, attention, written } = await attend();
	await turn(world);
	attention.focus(true);
	world.advance(60_000);
	await turn(world);
	expect(calls(written)).toEqual([]);
});

test('Without the focus the end of a turn calls once, and so does a question.', async () => {
	const { world, attention, written } = await attend();
	attention.focus(false);
	await turn(world);
	expect(calls(written)).toEqual(['\x1b]9;acp-tui: Done\x07']);
	send(world, 'more');
	await settle();
	world.app.dispatch(
		asked({ request: { source: 'permission', kind: 'other', title: 'Push\x07 it', paths: [], diffs: [] } }),
	);
	world.app.dispatch({ type: 'text', role: 'agent', text: 'x' });
	expect(calls(written).slice(1)).toEqual(['\x1b]9;acp-tui: Waits for you: Push it\x07']);
	attention.focus(true);
	world.app.dispatch(planQuestion);
	await end(world);
	expect(calls(written)).toHaveLength(2);
});

test('A user who has just taken the terminal back is in front of it.', async () => {
	const { world, attention, written } = await attend();
	attention.focus(false);
	attention.resumed();
	await turn(world);
	expect(calls(written)).toEqual([]);
});

test('The title tells what goes on, and is written only when that changes.', async () => {
	const { world, attention, written, modes } = await attend({ title: true });
	send(world, 'go');
	await settle();
	for (let index = 0; index < 50; index += 1) world.app.dispatch({ type: 'text', role: 'agent', text: 'x' });
	world.app.dispatch(asked());
	await end(world);
	await settle();
	const titles = written.flatMap((data) => /\x1b\]2;(.*)\x07/.exec(data)?.[1] ?? []);
	expect(titles).toEqual(['◇ w – acp-tui', '⠿ working – w', '◆ waits for you – w', '◇ w – acp-tui']);
	attention.stop();
	modes.pause();
	expect(written.slice(-2)).toEqual(['\x1b[?1004l', '\x1b[23;2t']);
});

test('The title of a terminal of ASCII has no other signs.', async () => {
	const { attention, written } = await attend({ title: true, glyphs: 'ascii' });
	expect(written.join('')).toContain('\x1b]2;o w - acp-tui\x07');
	attention.stop();
});

test('Progress is on while the agent works, repeated now and then, and gone afterwards.', async () => {
	const { world, written } = await attend({ progress: true, env: { WT_SESSION: 'x' } });
	const progress = (): string[] => written.filter((data) => data.startsWith('\x1b]9;4'));
	expect(progress()).toEqual([]);
	send(world, 'go');
	await settle();
	world.advance(10_000);
	await end(world);
	await settle();
	const [on, off] = ['\x1b]9;4;3;0\x07', '\x1b]9;4;0;0\x07'];
	expect(progress()).toEqual([on, on, off]);
	world.advance(60_000);
	expect(progress()).toHaveLength(3);
	const unknown = await attend({ progress: true });
	await turn(unknown.world);
	expect(unknown.written).toEqual(['\x1b[?1004h']);
});

test('A sound is played where a notification would be, whatever the notification is, and each event has its own.', async () => {
	const sound = { turn: '/s/turn.oga', question: ['say', 'asks'] };
	const { world, attention, sounds, written } = await attend({ notify: 'off', sound });
	attention.focus(true);
	await turn(world);
	expect(sounds).toEqual([]);
	attention.focus(false);
	await turn(world);
	send(world, 'more');
	await settle();
	world.app.dispatch(asked());
	await settle();
	expect(sounds).toEqual(['/s/turn.oga', ['say', 'asks']]);
	expect(calls(written)).toEqual([]);
});

test.each<[string, SoundChoice, readonly Sound[]]>([
	['off', 'off', []],
	['one file', '/s/a.wav', ['/s/a.wav']],
	['another event', { question: '/s/a.wav' }, []],
])('A sound at the end of a turn without focus reports: %s', async (_, sound, expected) => {
	const { world, sounds } = await attend({ notify: 'auto', sound });
	world.advance(9000);
	await turn(world);
	expect(sounds).toEqual([]);
	world.advance(2000);
	await turn(world);
	expect(sounds).toEqual(expected);
});

test('A sound that fails is reported once and never tried again.', async () => {
	const failed = async () =>
		fail('could-not-start', 'No program that plays sounds was found.', { hint: 'Install one.' });
	const { world, attention, sounds } = await attend({ sound: '/s/a.wav', played: failed });
	attention.focus(false);
	await turn(world);
	await turn(world);
	expect(sounds).toHaveLength(1);
	const notes = [...eachEntry(world.app.getState().entries)].filter((entry) => entry.kind === 'note');
	expect(notes).toMatchObject([
		{ level: 'warning', title: 'No program that plays sounds was found.', hint: 'Install one.' },
	]);
});
