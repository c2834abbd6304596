// Runs lines of shell with a tool of its own, asking nobody: the prompt's last text is the line ("sh LINE"). "client
// write PATH" and "client run LINE" go through the client instead; "edit NAME" and "tool LINE" announce a tool call, as
// agents do, and "ask LINE" asks before it runs each of its lines (parts between ";;"). Says what came of it, and the texts before it. With the argument `forks` it forks sessions.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ask, INITIALIZED, say, serve, update } from './wire.mjs';

serve({
	initialize: () => ({
		...INITIALIZED,
		agentCapabilities: {
			loadSession: true,
			sessionCapabilities: { resume: {}, ...(process.argv.includes('forks') ? { fork: {} } : {}) },
		},
	}),
	// In a sandbox the numbers of processes are small.
	'session/new': () => ({ sessionId: `own-${randomUUID()}` }),
	'session/fork': ({ sessionId }) => ({ sessionId: `${sessionId}-fork` }),
	'session/resume': () => ({}),
	'session/load': () => ({}),
	'session/prompt': async ({ sessionId, prompt }) => {
		const texts = prompt.filter(({ type }) => type === 'text').map(({ text }) => text);
		const words = texts.at(-1) ?? '';
		for (const text of texts.slice(0, -1)) say(sessionId, `Got: ${text.trim()}\n`);
		say(sessionId, await act(sessionId, words));
		return { stopReason: 'end_turn' };
	},
});

let calls = 0;

function announce(sessionId, call) {
	calls += 1;
	update(sessionId, { sessionUpdate: 'tool_call', toolCallId: `call-${calls}`, status: 'completed', ...call });
}

async function askAndRun(sessionId, line) {
	calls += 1;
	const toolCall = { toolCallId: `call-${calls}`, title: line, kind: 'execute', rawInput: { command: line } };
	update(sessionId, { sessionUpdate: 'tool_call', status: 'pending', ...toolCall });
	const options = [
		{ optionId: 'always', name: 'Always', kind: 'allow_always' },
		{ optionId: 'yes', name: 'Yes', kind: 'allow_once' },
		{ optionId: 'no', name: 'No', kind: 'reject_once' },
	];
	const { result } = await ask('session/request_permission', { sessionId, toolCall, options });
	const { toolCallId } = toolCall;
	if (result.outcome.optionId !== 'yes') {
		update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
		return `Refused: ${line}`;
	}
	const { stdout, stderr } = spawnSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
	update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
	return `Ran: ${stdout}${stderr}`.trim();
}

async function act(sessionId, words) {
	const [, what, rest = ''] = /^(sh|ask|edit|tool|client write|client read|client run|die) ?(.*)$/s.exec(words) ?? [];
	switch (what) {
		case 'sh': {
			const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', rest], { encoding: 'utf8' });
			return `Ran: ${status} ${stdout}${stderr}`.trim();
		}
		case 'ask': {
			const said = [];
			for (const line of rest.split(/\s*;;\s*/)) said.push(await askAndRun(sessionId, line));
			return said.join('\n');
		}
		case 'edit': {
			const path = resolve(rest);
			writeFileSync(path, 'edited\n');
			announce(sessionId, { title: `Edit ${rest}`, kind: 'edit', locations: [{ path }] });
			return 'Edited.';
		}
		case 'tool': {
			const { stdout } = spawnSync('/bin/sh', ['-c', rest], { encoding: 'utf8' });
			announce(sessionId, { title: rest, kind: 'execute', rawInput: { command: rest } });
			return `Ran: ${stdout}`.trim();
		}
		case 'client write': {
			const { error } = await ask('fs/write_text_file', { sessionId, path: resolve(rest), content: 'by the client\n' });
			return error === undefined ? 'Written.' : `Not written: ${error.message}`;
		}
		case 'client read': {
			const { result, error } = await ask('fs/read_text_file', { sessionId, path: resolve(rest) });
			return error === undefined ? `Read: ${result.content}` : `Not read: ${error.message}`;
		}
		case 'client run': {
			const { result, error } = await ask('terminal/create', { sessionId, command: '/bin/sh', args: ['-c', rest] });
			if (error !== undefined) return `Not run: ${error.message}`;
			const { terminalId } = result;
			await ask('terminal/wait_for_exit', { sessionId, terminalId });
			const { output } = (await ask('terminal/output', { sessionId, terminalId })).result;
			await ask('terminal/release', { sessionId, terminalId });
			return `Ran: ${output}`.trim();
		}
		case 'die':
			// A prompt that was answered is not sent again.
			say(sessionId, 'Ending.');
			return process.exit(1);
		default:
			return 'Done.';
	}
}
