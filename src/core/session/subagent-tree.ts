import { isAtWork, type Subagent } from '../subagents/subagent.js';
import type { SessionState } from './state.js';

export type SubagentNode = {
	readonly subagent: Subagent;
	readonly depth: number;
	readonly children: readonly SubagentNode[];
};

type Growing = SubagentNode & { readonly children: Growing[] };
type Place = { readonly of: readonly Subagent[]; readonly depth: number; readonly into: Growing[] };

/** Each sub-agent once, siblings in order of discovery; one with an unknown parent is at the top. */
export function subagentTree({ subagents }: Pick<SessionState, 'subagents'>): readonly SubagentNode[] {
	if (subagents === undefined || subagents.size === 0) return [];
	const below = new Map<string | null, Subagent[]>();
	for (const subagent of subagents.values()) {
		const parentId = subagent.parentId !== null && subagents.has(subagent.parentId) ? subagent.parentId : null;
		const siblings = below.get(parentId);
		if (siblings === undefined) below.set(parentId, [subagent]);
		else siblings.push(subagent);
	}
	for (const siblings of below.values()) siblings.sort(byOrder);
	const top: Growing[] = [];
	const placed = new Set<Subagent>();
	const waiting: Place[] = [{ of: below.get(null) ?? [], depth: 0, into: top }];
	const grow = (): void => {
		// Without recursion: an agent may nest them as deeply as it likes.
		for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
			const { of, depth, into } = next;
			for (const subagent of of) {
				if (placed.has(subagent)) continue;
				placed.add(subagent);
				const node: Growing = { subagent, depth, children: [] };
				into.push(node);
				waiting.push({ of: below.get(subagent.id) ?? [], depth: depth + 1, into: node.children });
			}
		}
	};
	grow();
	// A log on the disk may say anything, a circle too: whoever comes first in one is its top.
	if (placed.size < subagents.size) {
		for (const subagent of subagents.values()) {
			waiting.push({ of: [subagent], depth: 0, into: top });
			grow();
		}
	}
	return top;
}

/** Depth first, parents before children. */
export function flatTree(tree: readonly SubagentNode[]): readonly SubagentNode[] {
	const flat: SubagentNode[] = [];
	const waiting = [...tree].reverse();
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		flat.push(next);
		for (let index = next.children.length - 1; index >= 0; index -= 1)
			waiting.push(next.children[index] as SubagentNode);
	}
	return flat;
}

export function subagentsAtWork({ subagents }: Pick<SessionState, 'subagents'>): number {
	let count = 0;
	for (const subagent of subagents?.values() ?? []) if (isAtWork(subagent)) count += 1;
	return count;
}

export function subagentOfCard({ subagents }: Pick<SessionState, 'subagents'>, cardId: string): Subagent | undefined {
	const likely = subagents?.get(cardId);
	if (likely?.cardId === cardId) return likely;
	for (const subagent of subagents?.values() ?? []) if (subagent.cardId === cardId) return subagent;
	return undefined;
}

export function lineageOf({ subagents }: Pick<SessionState, 'subagents'>, id: string): readonly Subagent[] {
	const lineage: Subagent[] = [];
	for (let next = subagents?.get(id); next !== undefined; next = subagents?.get(next.parentId ?? '')) {
		// A circle is cut where it closes.
		if (lineage.includes(next)) break;
		lineage.unshift(next);
		if (lineage.length >= MOST_LINEAGE) break;
	}
	return lineage;
}

/** More names than that help nobody. */
const MOST_LINEAGE = 100;

function byOrder(one: Subagent, other: Subagent): number {
	return Number(other.isAnnounced) - Number(one.isAnnounced) || one.order - other.order;
}
