import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PLAIN } from '../../../src/cli/style.js';
import { runConfig } from '../../../src/cli/subcommands/config/run-config.js';
import { worldIn } from '../world.js';

test('"config" names the project’s list of MCP servers, and whether it is trusted.', async () => {
	const home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-show-')));
	onTestFinished(() => rmSync(home, { recursive: true }));
	const cwd = join(home, 'project');
	mkdirSync(join(cwd, '.git'), { recursive: true });
	const world = worldIn(home, { PATH: home }, cwd);
	const run = (action: 'show' | 'trust'): Promise<string> =>
		runConfig({ action, cwd: null }, { world, style: PLAIN, agree: async () => true });
	expect(await run('show')).not.toContain('MCP servers:');
	const file = join(cwd, '.mcp.json');
	writeFileSync(file, JSON.stringify({ mcpServers: { tides: { command: 'tides' }, maps: { command: 'maps' } } }));
	expect(await run('show')).toMatch(/MCP servers: +\S+\.mcp\.json \(waiting for your trust: "tides" and "maps"\)/);
	await run('trust');
	expect(await run('show')).toMatch(/MCP servers: +\S+\.mcp\.json \(trusted: "tides" and "maps"\)/);
	writeFileSync(file, 'no list');
	expect(await run('show')).toContain('.mcp.json');
});
