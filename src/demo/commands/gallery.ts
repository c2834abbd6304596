import { join } from 'node:path';
import type { ToolCall, ToolCallContent, ToolCallStatus } from '@agentclientprotocol/sdk/unstable';
import { nextId } from '../demo-session.js';
import { startTool, type ToolHandle, text } from '../demo-tool.js';
import { pause, say, send, showPlan, type Turn, think } from '../demo-turn.js';
import { CHANGES, RENAMED, type ShownChange } from '../texts/diffs.js';
import { FOR_ASSISTANT, page, picture, sound } from '../texts/media.js';
import { OUTPUTS, type PrintedOutput, RUNNING_OUTPUT } from '../texts/outputs.js';
import { PIECES, type Piece } from '../texts/pieces.js';
import { SHOWCASE } from '../texts/showcase.js';
import { command } from './demo-command.js';

/** Everything that a client may have to show, at once: for those who make themes, and for a look at a client. */
export const galleryCommand = command(
	'gallery',
	'Every kind of card, diff, output, content and Markdown',
	gallery,
	'cards, diffs, output, content, words or markdown (default: all)',
);

/** Time that cards that wait and run are left to be looked at, in milliseconds. */
const LOOKING = 8_000;

const SECTIONS: readonly { readonly name: string; show(turn: Turn): Promise<void> }[] = [
	{ name: 'cards', show: showCards },
	{ name: 'diffs', show: showDiffs },
	{ name: 'output', show: showOutput },
	{ name: 'content', show: showContent },
	{ name: 'words', show: showWords },
	{ name: 'markdown', show: (turn) => say(turn, SHOWCASE) },
];

async function gallery(turn: Turn): Promise<void> {
	const word = turn.words.trim();
	const sections = word === '' ? SECTIONS : SECTIONS.filter((section) => section.name === word);
	// The gallery is to be looked at: no waiting between its pieces.
	const fast: Turn = { ...turn, pace: turn.pace / 20 };
	for (const section of sections) await section.show({ ...fast, openCalls: turn.openCalls });
	if (sections.length > 0) return;
	const names = SECTIONS.map((section) => `\`${section.name}\``).join(', ');
	await say(turn, `The gallery has no such section. There are ${names}; without a name you see all of them.`);
}

const FORGOTTEN: Piece = { kind: 'other', title: 'Its end never came', content: 'So far …', failure: '' };

async function showCards(turn: Turn): Promise<void> {
	await say(turn, '# Cards\n\nFinished, one of each kind:');
	for (const piece of PIECES) await hang(turn, piece, 'completed');
	await say(turn, 'Failed ones:');
	for (const piece of PIECES) await hang(turn, piece, 'failed');
	await say(turn, 'One whose turn ends before it does, and those that wait and run for the next seconds:');
	const forgotten = await hang(turn, FORGOTTEN, 'in_progress');
	turn.openCalls.delete(forgotten.id);
	const waiting = [];
	for (const piece of PIECES) waiting.push(await hang(turn, piece, 'pending'));
	const running = [];
	for (const piece of PIECES) running.push(await hang(turn, piece, 'in_progress'));
	running.push(await print(turn, RUNNING_OUTPUT, true));
	await pause(turn, LOOKING * 20);
	for (const tool of [...waiting, ...running]) await tool.complete();
}

async function hang(turn: Turn, piece: Piece, status: ToolCallStatus): Promise<ToolHandle> {
	const { kind, title, rawInput } = piece;
	const locations =
		piece.place === undefined
			? []
			: [{ path: join(turn.session.cwd, piece.place), ...(piece.line === undefined ? {} : { line: piece.line }) }];
	const call: Omit<ToolCall, 'toolCallId'> = { kind, title, locations, status: 'pending', rawInput };
	const tool = await startTool(turn, call);
	if (status === 'in_progress') await tool.update({ status, content: [text(piece.content)] });
	if (status === 'completed') await tool.complete({ content: [text(piece.content)] });
	if (status === 'failed') await tool.fail(piece.failure);
	return tool;
}

async function showDiffs(turn: Turn): Promise<void> {
	await say(turn, '# Diffs');
	for (const change of CHANGES) {
		const places = [change.from, change.path].filter((path) => path !== undefined);
		const tool = await startTool(turn, {
			title: change.title,
			kind: change.kind,
			locations: places.map((path) => ({ path: join(turn.session.cwd, path) })),
		});
		await tool.complete({ content: [diffOf(turn, change)] });
	}
	const many = await startTool(turn, { title: 'Rename create to createBucket', kind: 'edit' });
	await many.complete({ content: RENAMED.map((change) => diffOf(turn, change)) });
}

function diffOf(turn: Turn, { path, oldText, newText }: ShownChange): ToolCallContent {
	return { type: 'diff', path: join(turn.session.cwd, path), oldText, newText };
}

async function showOutput(turn: Turn): Promise<void> {
	await say(turn, '# Output of commands');
	for (const output of OUTPUTS) await print(turn, output);
}

/** A command that was never run, with its output sent in `_meta` as other agents do. */
async function print(turn: Turn, printed: PrintedOutput, isRunning = false): Promise<ToolHandle> {
	const { command: title, output: data, exitCode, signal } = printed;
	const tool = await startTool(turn, { title, kind: 'execute', rawInput: { command: title } });
	const terminal_id = tool.id;
	const content: ToolCallContent[] = [{ type: 'terminal', terminalId: tool.id }];
	await tool.update({ content, _meta: { terminal_info: { terminal_id, cwd: turn.session.cwd } } });
	await tool.update({ _meta: { terminal_output: { terminal_id, data } } });
	if (isRunning) return tool;
	const _meta = { terminal_exit: { terminal_id, exit_code: exitCode, signal } };
	await (exitCode === 0 ? tool.complete({ _meta }) : tool.update({ status: 'failed', _meta }));
	return tool;
}

async function showContent(turn: Turn): Promise<void> {
	await say(turn, '# Content of every type\n\nIn the conversation:');
	const blocks = [...everyBlock(), ...blocksForAssistant()];
	for (const content of blocks) {
		await send(turn, { sessionUpdate: 'agent_message_chunk', messageId: nextId(turn.session, 'message'), content });
	}
	await say(turn, 'In a card:');
	const tool = await startTool(turn, { title: 'Bring everything', kind: 'other' });
	await tool.complete({ content: blocks.map((content) => ({ type: 'content', content })) });
}

type Block = Extract<ToolCallContent, { type: 'content' }>['content'];

function everyBlock(): Block[] {
	return [
		{ type: 'text', text: 'A text with **strong** words.' },
		{ type: 'image', mimeType: 'image/png', data: picture() },
		{ type: 'audio', mimeType: 'audio/wav', data: sound() },
		{
			type: 'resource',
			resource: {
				uri: 'demo:///haiku.md',
				mimeType: 'text/markdown',
				text: 'A cursor blinking\nwaits for words that do not come\nthen the fan spins up\n',
			},
		},
		{ type: 'resource', resource: { uri: 'demo:///data.bin', mimeType: 'application/octet-stream', blob: 'AAECAwQF' } },
		{
			type: 'resource',
			resource: { uri: 'demo:///page.pdf', mimeType: 'application/pdf', blob: page() },
			annotations: { lastModified: '2026-03-14T09:26:53Z' },
		},
		{
			type: 'resource_link',
			name: 'manual.pdf',
			uri: 'https://example.com/manual.pdf',
			title: 'The manual',
			mimeType: 'application/pdf',
			size: 1_482_112,
		},
	];
}

/** Blocks that are meant for a model: clients show that they are there, no more. */
function blocksForAssistant(): Block[] {
	const annotations = { audience: ['assistant' as const], priority: 0.2 };
	return [
		{ type: 'text', text: FOR_ASSISTANT, annotations },
		{
			type: 'resource',
			resource: { uri: 'demo:///index.json', mimeType: 'application/json', text: '{ "files": 12 }\n' },
			annotations,
		},
	];
}

async function showWords(turn: Turn): Promise<void> {
	await say(turn, '# Thoughts, plan, notices');
	await think(turn, ['First I look at what is there.', 'Then I weigh **this** against that, and write down why.']);
	await showPlan(turn, [
		{ content: 'Read what is there', priority: 'low', status: 'completed' },
		{ content: 'Write the limiter with a token bucket', priority: 'high', status: 'in_progress' },
		{ content: 'Test it against a clock that jumps', priority: 'high', status: 'pending' },
		{ content: 'Tell the others', priority: 'medium', status: 'pending' },
		{ content: 'Tidy up', priority: 'low', status: 'pending' },
	]);
	await send(turn, { sessionUpdate: 'notice', severity: 'info', title: 'A newer version is available' });
	await send(turn, {
		sessionUpdate: 'notice',
		severity: 'warning',
		title: 'Three quarters of the context is used',
		description: 'It will be made smaller before the next long answer.',
	});
	await send(turn, { sessionUpdate: 'notice', severity: 'error', title: 'The tool server disconnected' });
	const compactionId = nextId(turn.session, 'compaction');
	await send(turn, { sessionUpdate: 'compaction_update', compactionId, status: 'completed' });
	await pause(turn, LOOKING * 20);
	await showPlan(turn, []);
}
