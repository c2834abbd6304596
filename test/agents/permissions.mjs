// Edits and runs by itself, as its argument says: `never` asks, `asks` each time, or asks until «always» (`always`).
// The prompt is `edit FILE` or `run LINE`; anything else is said back. Modes: `ask` asks again after an «always».
import { execSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, INITIALIZED, say, serve, update } from './wire.mjs';

const [habit = 'asks', name = 'scripted', version = '1.2.3'] = process.argv.slice(2);
const OPTIONS = [
	{ optionId: 'once', name: 'Yes', kind: 'allow_once' },
	{ optionId: 'always', name: 'Yes, allow all edits during this session', kind: 'allow_always' },
	{ optionId: 'no', name: 'No', kind: 'reject_once' },
];
let cwd = '';
let calls = 0;
let isTrusted = habit === 'never';

async function isAllowed(sessionId, toolCall) {
	if (isTrusted) return true;
	const { result } = await ask('session/request_permission', { sessionId, toolCall, options: OPTIONS });
	const chosen = result?.outcome?.optionId;
	if (chosen === 'always') isTrusted = habit === 'always';
	return chosen === 'once' || chosen === 'always';
}

serve({
	initialize: () => ({ ...INITIALIZED, agentInfo: { name, title: 'Scripted', version } }),
	'session/new': (params) => {
		cwd = params.cwd;
		const availableModes = [
			{ id: 'ask', name: 'Ask' },
			{ id: 'architect', name: 'Architect' },
		];
		return { sessionId: 's1', modes: { currentModeId: 'ask', availableModes } };
	},
	'session/set_mode': ({ modeId }) => {
		if (modeId === 'ask') isTrusted = habit === 'never';
		return {};
	},
	'session/prompt': async ({ sessionId, prompt }) => {
		const [, verb, rest = ''] = /^(edit|run) (.+)$/m.exec(prompt.map(({ text = '' }) => text).join('\n')) ?? [];
		if (verb === undefined) {
			say(sessionId, prompt.map(({ text = '' }) => text).join('\n'));
			return { stopReason: 'end_turn' };
		}
		const path = join(cwd, rest);
		const call = {
			toolCallId: `call-${++calls}`,
			title: verb === 'edit' ? `Edit ${rest}` : rest,
			kind: verb === 'edit' ? 'edit' : 'execute',
			rawInput: verb === 'edit' ? { path, content: 'by the agent\n' } : { command: rest },
			...(verb === 'edit' ? { content: [{ type: 'diff', path, oldText: null, newText: 'by the agent\n' }] } : {}),
		};
		update(sessionId, { sessionUpdate: 'tool_call', ...call, status: 'pending' });
		const isDone = await isAllowed(sessionId, call);
		if (isDone && verb === 'edit') writeFileSync(path, 'by the agent\n');
		if (isDone && verb === 'run') execSync(rest, { cwd });
		update(sessionId, {
			sessionUpdate: 'tool_call_update',
			toolCallId: call.toolCallId,
			status: isDone ? 'completed' : 'failed',
		});
		say(sessionId, isDone ? 'Done.' : 'Not done.');
		return { stopReason: 'end_turn' };
	},
});
