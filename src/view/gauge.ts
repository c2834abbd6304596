import { faint, type Role, type Span, styled } from './line.js';

const WARNING = 70;
const FULL = 90;

/** Cells of which `done` of `all` are filled; something done never looks like nothing, nor nearly all like all. */
export function gauge(done: number, all: number, cells: number, color: Role): Span[] {
	const share = all > 0 ? Math.min(1, Math.max(0, done / all)) || 0 : 0;
	const least = share > 0 ? 1 : 0;
	const most = share < 1 ? cells - 1 : cells;
	const filled = Math.max(Math.min(least, cells), Math.min(most, Math.round(share * cells)));
	return [styled('▰'.repeat(filled), { color }), faint('▱'.repeat(Math.max(0, cells - filled)))].filter(
		({ text }) => text !== '',
	);
}

export function percentOf(part: number, whole: number): number {
	return Math.round((part / whole) * 100);
}

export function fillRole(percent: number): Role {
	return percent >= FULL ? 'error' : percent >= WARNING ? 'warning' : 'muted';
}

export function isNearlyFull(percent: number): boolean {
	return percent >= WARNING;
}
