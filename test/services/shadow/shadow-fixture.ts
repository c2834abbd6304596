import { existsSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail } from '../../../src/core/failure.js';
import type { ReviewedChange, ShadowChange } from '../../../src/core/shadow/shadow-change.js';
import { removeTree } from '../../../src/services/files/remove-tree.js';
import type { Place } from '../../../src/services/sandbox/linux/mount-place.js';
import { Namespace } from '../../../src/services/sandbox/linux/namespace.js';
import { findNamespaceTools } from '../../../src/services/sandbox/linux/namespace-tools.js';
import { placeFacts } from '../../../src/services/sandbox/linux/place-facts.js';
import { mountView } from '../../../src/services/shadow/overlay/mounted-view.js';
import type { Shadow } from '../../../src/services/shadow/shadow.js';
import { Shadows } from '../../../src/services/shadow/shadows.js';
import { must } from '../must.js';

/** Folders of one test, and what it opened. */
export class ShadowFixture {
	readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'shadow-')));
	readonly real = join(this.folder, 'workspace');
	readonly stateDir = join(this.folder, 'state');
	readonly shadows: Shadows;
	readonly #open: { close(): Promise<void> }[] = [];

	/** With `copy` the system offers no overlay, `layer` is one for commands. */
	constructor(kind: 'overlay' | 'copy' | 'layer' = 'overlay') {
		const mount: typeof mountView = async (place, folder) =>
			place.type === 'overlay'
				? fail('could-not-start', 'No overlay.', { detail: 'no overlay here' })
				: mountView(place, folder);
		const how = { copy: { mount }, layer: { isForCommands: true as const }, overlay: {} }[kind];
		this.shadows = new Shadows({ stateDir: this.stateDir, ...how });
		for (const path of [this.real, this.stateDir, join(this.folder, 'root')]) mkdirSync(path);
	}

	/** A new shadow of the workspace, or one that was left. */
	async open(resume?: string): Promise<Shadow> {
		const owner = { cwd: this.real, agent: 'test', sessionId: 'session-1' };
		const opened = must(await this.shadows.open(resume === undefined ? owner : { ...owner, resume }));
		this.#open.push(opened);
		return opened;
	}

	/** Shows the shadow in a namespace; returns the folder of the view as seen from outside. */
	async mount(shadow: Shadow): Promise<{ readonly view: string; readonly namespace: Namespace }> {
		const found = await findNamespaceTools();
		if (!('tools' in found)) throw new Error(`${found.missing} is missing`);
		const started = must(
			await Namespace.start({
				tools: found.tools,
				facts: placeFacts(),
				folder: join(this.folder, 'root'),
				places: [...SYSTEM, shadow.place, ...shadow.covers],
				network: 'none',
				hasOwnProc: true,
			}),
		);
		const namespace = started;
		this.#open.push(namespace);
		shadow.attached(namespace);
		return { view: `/proc/${namespace.pid}/root${this.real}`, namespace };
	}

	/** A new shadow, shown in a namespace. */
	async openMounted() {
		const shadow = await this.open();
		return { shadow, ...(await this.mount(shadow)) };
	}

	async remove(): Promise<void> {
		for (const each of this.#open.reverse()) await each.close();
		// The kernel leaves a folder that only root may look into.
		await removeTree(this.folder);
	}
}

/** The changes of a shadow; throws when they cannot be had. */
export async function changesOf(shadow: Shadow): Promise<readonly ShadowChange[]> {
	const changes = must(await shadow.changes());
	return changes;
}

/** Changes as somebody reviewed them. */
export function reviewed(changes: readonly ShadowChange[]): readonly ReviewedChange[] {
	return changes.map(({ path, version }) => ({ path, version }));
}

/** What programs need. */
export const SYSTEM: readonly Place[] = [
	...['/usr', '/etc', '/proc', ...['/bin', '/lib', '/lib64', '/sbin'].filter((path) => existsSync(path))].map(
		(path): Place => ({
			type: 'bind',
			from: realpathSync(path),
			at: path,
			access: path === '/proc' ? 'write' : 'read',
		}),
	),
	...['/dev/null', '/dev/urandom'].map((path): Place => ({ type: 'bind', from: path, at: path, access: 'write' })),
	{ type: 'empty', at: '/tmp', mode: '1777' },
];
