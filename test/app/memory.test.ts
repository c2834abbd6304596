import { expect, test } from 'vitest';
import { publicQuirks, quirksOf } from '../../src/agent/quirks.js';
import { infoOf } from '../core/session/play.js';
import { answer, begin, createWorld, happen, type World } from './world.js';

async function withAgent(name: string, files: Readonly<Record<string, string>> = {}): Promise<World> {
	const world = createWorld();
	for (const [path, text] of Object.entries(files)) world.disk.set(`/w/${path}`, text);
	await begin(world);
	await happen(world, { type: 'agent-connected', info: infoOf(publicQuirks(quirksOf(name))) });
	return world;
}

test.each([
	['claude-agent-acp', {}, 'CLAUDE.md'],
	['claude-agent-acp', { 'AGENTS.md': 'theirs' }, 'CLAUDE.md'],
	['claude-agent-acp', { '.claude/CLAUDE.md': '# Here' }, '.claude/CLAUDE.md'],
	['claude-agent-acp', { 'CLAUDE.md': '# A', '.claude/CLAUDE.md': '# B' }, 'CLAUDE.md'],
	['gemini-cli', {}, 'GEMINI.md'],
	['qwen-code', {}, 'QWEN.md'],
	['qwen-code', { 'AGENTS.md': '# All' }, 'AGENTS.md'],
	['opencode', {}, 'AGENTS.md'],
	['opencode', { 'CLAUDE.md': '# Old' }, 'CLAUDE.md'],
	['codex-acp', { 'CLAUDE.md': '# Other' }, 'AGENTS.md'],
	['somebody', {}, 'AGENTS.md'],
])('/memory with %s and %j writes %s, and names it', async (agent, files, name) => {
	const world = await withAgent(agent, files);
	await happen(world, { type: 'add-memory', text: 'Use tabs' });
	const [question] = world.app.getState().questions;
	expect(question?.request.title).toContain(name);
	expect(question?.request.diffs.map(({ path }) => path)).toEqual([`/w/${name}`]);
	await answer(world, 'allow');
	expect(world.disk.get(`/w/${name}`)).toMatch(/- Use tabs\n$/);
	const changed = [...world.disk].filter(([path, text]) => files[path.slice(3) as keyof typeof files] !== text);
	expect(changed).toHaveLength(1);
	expect(world.events.at(-1)).toMatchObject({ type: 'note', title: `Added to ${name}: Use tabs` });
});

test('the line goes to the memory of all projects where that is wanted, and to no file of this one', async () => {
	const world = await withAgent('gemini-cli');
	const own = new Map<string, string>();
	Object.assign(world.ports, {
		ownMemory: {
			read: async (name: string) => ({ ok: true, value: { path: `/home/me/${name}`, text: own.get(name) ?? null } }),
			write: async (name: string, text: string) => {
				own.set(name, text);
				return { ok: true, value: undefined };
			},
		},
	});
	await happen(world, { type: 'add-memory', text: 'Use tabs', isOwn: true });
	expect(world.app.getState().questions[0]?.request.title).toBe('Create ~/.gemini/GEMINI.md');
	await answer(world, 'allow');
	expect([...own]).toEqual([['~/.gemini/GEMINI.md', '- Use tabs\n']]);
	expect([...world.disk.keys()]).not.toContain('/w/GEMINI.md');
});
