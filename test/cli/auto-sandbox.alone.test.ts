import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { autoSandbox } from '../../src/cli/agent-profile.js';
import { findPaths, type Paths } from '../../src/cli/paths.js';
import type { AgentLaunch } from '../../src/core/agent-info.js';
import { createAskingRecords } from '../../src/services/state/asking-records.js';
import { createSandboxAnswers } from '../../src/services/state/sandbox-answers.js';
import { temporaryFolder } from '../services/temporary-folder.js';

const machine = vi.hoisted(() => ({ works: true }));

vi.mock('../../src/services/sandbox/linux/probe-sandbox.js', () => ({
	probeNamespaces: async () => ({ works: machine.works, because: { reason: 'None.', hint: '' } }),
}));

const launch = (name: string, more: Partial<AgentLaunch> = {}): AgentLaunch => ({
	...{ name, command: name, args: [], env: {} },
	...more,
});

let paths: Paths;

beforeEach(() => {
	machine.works = true;
	paths = findPaths({ ACP_TUI_STATE_DIR: join(temporaryFolder(), 'state') }, '/');
});

const auto = (of: AgentLaunch, isSaid = false) =>
	autoSandbox(of, isSaid, { paths, workspace: '/work', isForWordsAlone: false });
const inChat = (of: AgentLaunch) => autoSandbox(of, false, { paths, workspace: '/work', isForWordsAlone: true });
const seen = (record: Parameters<ReturnType<typeof createAskingRecords>['save']>[1], as: string) =>
	createAskingRecords({ file: paths.askingFile }).save({ name: 'x', version: '1' }, record, as);
const answer = (agent: string, what: 'shadow' | 'watch') =>
	createSandboxAnswers({ file: paths.sandboxAnswersFile }).save(agent, what);

const WATCHED = { sandbox: 'watch' };
const ASKED = { sandbox: 'watch', asksForSandbox: true };

test('the user is asked about an agent that is known or was seen not to ask, and about no other', async () => {
	expect(await auto(launch('pi', { command: 'pi-acp' }))).toEqual(ASKED);
	expect(await auto(launch('codex'))).toEqual(WATCHED);
	await seen({ edits: 'asks' }, 'mine');
	expect(await auto(launch('mine'))).toEqual(WATCHED);
	await seen({ edits: 'asks', commands: 'doesNotAsk' }, 'mine');
	expect(await auto(launch('mine'))).toEqual(ASKED);
	expect(await auto(launch('demo', { command: 'pi-acp', isBundled: true }))).toEqual(WATCHED);
});

test('of a command line only where somebody said so', async () => {
	const line = launch('my-agent', { args: ['--acp'], isCommandLine: true });
	await seen({ edits: 'doesNotAsk' }, 'my-agent --acp');
	expect(await auto(line)).toEqual(WATCHED);
	expect(await auto(line, true)).toEqual(ASKED);
});

test('an answer holds for that agent, and where no sandbox can be had it is watched', async () => {
	await answer('pi', 'shadow');
	await answer('mine', 'watch');
	const pi = launch('pi', { command: 'pi-acp' });
	expect(await auto(pi)).toEqual({ sandbox: 'shadow', isSandboxAnswered: true });
	expect(await auto(launch('mine'))).toEqual({ sandbox: 'watch', isSandboxAnswered: true });
	await answer('pi', 'watch');
	expect(await auto(pi)).toEqual({ sandbox: 'watch', isSandboxAnswered: true });
	await answer('pi', 'shadow');
	machine.works = false;
	expect(await auto(pi)).toEqual(WATCHED);
	expect(await auto(launch('other', { command: 'pi-acp' }))).toEqual(WATCHED);
});

test('for words alone one that was not seen to ask starts in a fence, without a question', async () => {
	const fence = { sandbox: 'fence' };
	await seen({ commands: 'doesNotAsk' }, 'my-agent --acp');
	expect(await inChat(launch('my-agent', { args: ['--acp'], isCommandLine: true }))).toEqual(fence);
	expect(await inChat(launch('codex'))).toEqual(fence);
	await seen({ edits: 'asks' }, 'codex');
	expect(await inChat(launch('codex'))).toEqual(WATCHED);
	expect(await inChat(launch('demo', { isBundled: true }))).toEqual(WATCHED);
	const pi = launch('pi', { command: 'pi-acp' });
	expect(await inChat(pi)).toEqual(fence);
	await answer('pi', 'watch');
	expect(await inChat(pi)).toEqual(fence);
	await answer('pi', 'shadow');
	expect(await inChat(pi)).toEqual({ sandbox: 'shadow', isSandboxAnswered: true });
	machine.works = false;
	expect(await inChat(pi)).toEqual(WATCHED);
});
