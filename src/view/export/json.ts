import type { Entry } from '../../core/session/entry.js';
import { depthOf } from '../../core/session/entry-depth.js';
import { type EntryList, eachEntry } from '../../core/session/entry-list.js';
import type { SessionState } from '../../core/session/state.js';

/** The whole transcript as data: the session's facts and its entries, as they are held; a sub-agent's work as `children` of its call. `now` in ms since the epoch. */
export function exportJson(session: SessionState, now: number): string {
	const { agent, sessionId, title, cwd, plan, usage } = session;
	const document = {
		version: 1,
		exportedAt: new Date(now).toISOString(),
		agent:
			agent === null ? { name: session.launch.name } : { name: agent.name, title: agent.title, version: agent.version },
		sessionId,
		title,
		cwd,
		plan,
		usage,
		entries: treeOf(session.entries),
	};
	try {
		return `${JSON.stringify(document, null, 2)}\n`;
	} catch {
		// What an agent nested deeper than the stack is left out; its text is what counts.
		return `${JSON.stringify(document, (key, value) => (key === 'rawInput' || key === 'rawOutput' ? undefined : value), 2)}\n`;
	}
}

type Node = Entry & { children?: Node[] };

function treeOf(list: EntryList): readonly Node[] {
	const top: Node[] = [];
	/** The last entry of each level: what stands deeper belongs to it. */
	const path: Node[] = [];
	for (const entry of eachEntry(list)) {
		const depth = Math.min(depthOf(entry), path.length);
		const node: Node = { ...entry };
		const parent = path[depth - 1];
		if (parent === undefined) top.push(node);
		else {
			parent.children ??= [];
			parent.children.push(node);
		}
		path.length = depth;
		path.push(node);
	}
	return top;
}
