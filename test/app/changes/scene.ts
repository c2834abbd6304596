import type { AppOptions } from '../../../src/app/app-options.js';
import type { Ports } from '../../../src/core/ports.js';
import type { ChangesEntry, NoteEntry } from '../../../src/core/session/entries/entry.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import type { ToolKind } from '../../../src/core/tool-call.js';
import { createWorld, end, send, settle, type World } from '../world.js';
import { createFakeSnapshots, type FakeSnapshots } from './fake-snapshots.js';

/** An agent at work in a workspace whose versions are kept. */
export type Scene = { readonly world: World; readonly snapshots: FakeSnapshots };

/** Lets comparisons run to their end, too. */
export async function settleFiles(): Promise<void> {
	for (let round = 0; round < 10; round += 1) await settle();
}

/** A session on a workspace with `a.ts` and `b.ts`, idle. */
export async function openScene(options: Partial<AppOptions> = {}, more: Partial<Ports> = {}): Promise<Scene> {
	const snapshots = createFakeSnapshots();
	const world = createWorld(options, { snapshots: snapshots.port, ...more });
	snapshots.disk = world.disk;
	world.disk.set('/w/a.ts', 'old a\n');
	world.disk.set('/w/b.ts', 'old b\n');
	world.app.start();
	await settleFiles();
	return { world, snapshots };
}

/** The same, in a turn. */
export async function workingScene(options: Partial<AppOptions> = {}, more: Partial<Ports> = {}): Promise<Scene> {
	const scene = await openScene(options, more);
	await ask(scene, 'go');
	return scene;
}

export async function ask({ world }: Scene, text: string): Promise<void> {
	send(world, text);
	await settleFiles();
}

export async function endTurn({ world }: Scene): Promise<void> {
	await end(world);
	await settleFiles();
}

/** A file is different: by whom, the test knows. */
export function write({ world }: Scene, path: string, text: string): void {
	world.disk.set(`/w/${path}`, text);
}

export function read({ world }: Scene, path: string): string | undefined {
	return world.disk.get(`/w/${path}`);
}

/** The watch says that something may have changed, and time passes. */
export async function hint({ world, snapshots }: Scene): Promise<void> {
	snapshots.hint();
	world.advance(2000);
	await settleFiles();
}

export async function dispatch({ world }: Scene, event: Parameters<World['app']['dispatch']>[0]): Promise<void> {
	world.app.dispatch(event);
	await settleFiles();
}

/** A finished tool call of the agent, which asked nobody. */
export function announce({ world }: Scene, title: string, kind: ToolKind, path?: string): void {
	world.host.onEvents('s1', [
		{
			type: 'tool',
			patch: { id: title, title, kind, status: 'completed', ...(path === undefined ? {} : { locations: [{ path }] }) },
		},
	]);
}

export function reports({ world }: Scene): ChangesEntry[] {
	return [...eachEntry(world.app.getState().entries)].filter((entry) => entry.kind === 'changes');
}

/** Each report in words: red or not, its files with what is known, and what was put back. */
export function reported(scene: Scene): string[] {
	return reports(scene).map((entry) => {
		const files = entry.files.map((file) => {
			const done = entry.undone.includes(file.path) ? ' (put back)' : '';
			return `${file.path} ${file.kind} ${file.known.type}${done}`;
		});
		return `${entry.isTampering ? 'tampering' : 'changed'}: ${files.join(', ')}`;
	});
}

export function notes({ world }: Scene): NoteEntry[] {
	return [...eachEntry(world.app.getState().entries)].filter((entry) => entry.kind === 'note');
}
