import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { PLAIN, styleFor } from '../../src/cli/style.js';
import { agentListText } from '../../src/cli/subcommands/agents/list-agents.js';
import { showConfig } from '../../src/cli/subcommands/config/run-config.js';
import { temporaryFolder } from '../services/temporary-folder.js';
import { worldIn } from './world.js';

const terminal = { isTTY: true };
const pipe = { isTTY: false };

test.for([
	{ what: 'a terminal', stream: terminal, env: {}, colored: true },
	{ what: 'a pipe', stream: pipe, env: {}, colored: false },
	{ what: 'NO_COLOR in a terminal', stream: terminal, env: { NO_COLOR: '1' }, colored: false },
	{ what: 'an empty NO_COLOR', stream: terminal, env: { NO_COLOR: '' }, colored: true },
	{ what: 'TERM=dumb', stream: terminal, env: { TERM: 'dumb' }, colored: false },
	{ what: 'FORCE_COLOR in a pipe', stream: pipe, env: { FORCE_COLOR: '1' }, colored: true },
	{ what: 'FORCE_COLOR beside NO_COLOR', stream: pipe, env: { FORCE_COLOR: '', NO_COLOR: '1' }, colored: true },
	{ what: 'FORCE_COLOR=0 in a terminal', stream: terminal, env: { FORCE_COLOR: '0' }, colored: false },
])('Plain output in $what has colours: $colored.', async ({ stream, env, colored }) => {
	const style = await styleFor(stream, env);
	expect(style === PLAIN).toBe(!colored);
	expect(style.error('acp-tui:')).toBe(colored ? '\x1b[1m\x1b[31macp-tui:\x1b[39m\x1b[22m' : 'acp-tui:');
});

test('"agents" and "config" say the same with colours as without.', async () => {
	const home = temporaryFolder();
	const world = worldIn(home, { PATH: home });
	const colors = await styleFor(pipe, { FORCE_COLOR: '1' });
	for (const say of [
		(style: typeof colors) => agentListText({}, world, { style, columns: 100 }),
		(style: typeof colors) => showConfig(home, { world, style }),
	]) {
		const [plain, colored] = [await say(PLAIN), await say(colors)];
		expect(colored).not.toBe(plain);
		expect(stripVTControlCharacters(colored)).toBe(plain);
	}
});
