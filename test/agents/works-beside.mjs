// Does what a prompt says, in any folder: "write PATH" through the client, "overwrite PATH" behind its back, "child PATH"
// asks for an edit under a session of its own. Says which folders it was given and which files came with a prompt.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ask, INITIALIZED, say, serve, update } from './wire.mjs';

const CHILD = 'child-1';
let folders = [];

serve({
	initialize: () => ({
		...INITIALIZED,
		agentCapabilities: {
			promptCapabilities: { embeddedContext: false },
			sessionCapabilities: { additionalDirectories: {}, close: {} },
		},
	}),
	'session/new': ({ additionalDirectories = [] }) => {
		folders = additionalDirectories;
		return { sessionId: `s-${Date.now()}` };
	},
	'session/prompt': async ({ sessionId, prompt }) => {
		const files = prompt.filter(({ type }) => type === 'resource_link').map(({ uri }) => uri);
		// In plan mode there are words of the client before those of the user.
		const words = prompt.findLast(({ type }) => type === 'text').text;
		const [, what, name = ''] = /(overwrite|write|child) (\S+)/.exec(words) ?? [];
		const path = resolve(name);
		switch (what) {
			case 'write':
				await ask('fs/write_text_file', { sessionId, path, content: 'by the agent\n' });
				break;
			case 'overwrite':
				await writeFile(path, 'behind your back\n');
				break;
			case 'child':
				update(CHILD, { sessionUpdate: 'session_info_update', title: 'Tidy the library' });
				update(CHILD, {
					sessionUpdate: 'agent_message_chunk',
					content: { type: 'text', text: 'I look after the library.' },
				});
				say(
					sessionId,
					JSON.stringify(
						await ask('session/request_permission', {
							sessionId: CHILD,
							toolCall: {
								toolCallId: 'c1',
								title: 'Edit',
								kind: 'edit',
								locations: [{ path }],
								content: [{ type: 'diff', path, oldText: null, newText: 'tidy\n' }],
							},
							options: [
								{ optionId: 'yes', name: 'Yes', kind: 'allow_once' },
								{ optionId: 'no', name: 'No', kind: 'reject_once' },
							],
						}),
					),
				);
				break;
		}
		say(sessionId, `Folders: ${folders.join(' ') || 'none'}.\n\nFiles: ${files.join(' ') || 'none'}.\n`);
		return { stopReason: 'end_turn' };
	},
});
