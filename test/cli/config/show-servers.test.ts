import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLAIN } from '../../../src/cli/style.js';
import { showConfig, trustProject } from '../../../src/cli/subcommands/config/run-config.js';
import { temporaryFolder } from '../../services/temporary-folder.js';
import { worldIn } from '../world.js';

test('"config" names the project’s list of MCP servers, and whether it is trusted.', async () => {
	const home = temporaryFolder();
	const cwd = join(home, 'project');
	mkdirSync(join(cwd, '.git'), { recursive: true });
	const world = worldIn(home, { PATH: home }, cwd);
	const shown = (): Promise<string> => showConfig(cwd, { world, style: PLAIN });
	expect(await shown()).not.toContain('MCP servers:');
	const file = join(cwd, '.mcp.json');
	writeFileSync(file, JSON.stringify({ mcpServers: { tides: { command: 'tides' }, maps: { command: 'maps' } } }));
	expect(await shown()).toMatch(/MCP servers: +\S+\.mcp\.json \(waiting for your trust: "tides" and "maps"\)/);
	await trustProject(cwd, { world, style: PLAIN, agree: async () => true });
	expect(await shown()).toMatch(/MCP servers: +\S+\.mcp\.json \(trusted: "tides" and "maps"\)/);
	writeFileSync(file, 'no list');
	expect(await shown()).toContain('.mcp.json');
});
