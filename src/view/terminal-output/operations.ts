import type { Grid } from './grid.js';
import { deleteCells, eraseCells, insertCells } from './row.js';

type Operation = (grid: Grid, count: number, params: readonly number[]) => void;

const up: Operation = (grid, count) => grid.moveTo(grid.pageRow() - count, grid.column);
const down: Operation = (grid, count) => grid.moveTo(grid.pageRow() + count, grid.column);
const forward: Operation = (grid, count) => grid.moveTo(grid.pageRow(), grid.column + count);
const toColumn: Operation = (grid, count) => grid.moveTo(grid.pageRow(), count - 1);
const toPlace: Operation = (grid, count, params) => grid.moveTo(count - 1, Math.max(1, params[1] ?? 1) - 1);

/** `CSI params final` without a prefix, by its final byte; others are inert. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
	['A', up],
	['B', down],
	['e', down],
	['C', forward],
	['a', forward],
	['D', (grid, count) => grid.moveTo(grid.pageRow(), grid.cell() - count)],
	['E', (grid, count) => grid.moveTo(grid.pageRow() + count, 0)],
	['F', (grid, count) => grid.moveTo(grid.pageRow() - count, 0)],
	['G', toColumn],
	['`', toColumn],
	['d', (grid, count) => grid.moveTo(count - 1, grid.column)],
	['H', toPlace],
	['f', toPlace],
	['J', (grid, _count, params) => grid.eraseDisplay(Math.max(0, params[0] ?? 0))],
	['K', (grid, _count, params) => eraseLine(grid, Math.max(0, params[0] ?? 0))],
	['P', (grid, count) => deleteCells(grid.currentRow(), grid.cell(), count)],
	['@', (grid, count) => insertCells(grid.currentRow(), grid.cell(), count, grid.columns)],
	['X', (grid, count) => eraseCells(grid.currentRow(), grid.cell(), grid.column + count)],
	['L', (grid, count) => grid.insertRows(count)],
	['M', (grid, count) => grid.deleteRows(count)],
	['s', (grid) => grid.save()],
	['u', (grid) => grid.restore()],
]);

export function operate(grid: Grid, params: readonly number[], final: string): void {
	OPERATIONS.get(final)?.(grid, Math.max(1, params[0] ?? 1), params);
}

function eraseLine(grid: Grid, how: number): void {
	if (how > 2) return;
	eraseCells(grid.currentRow(), how === 0 ? grid.column : 0, how === 1 ? grid.column + 1 : grid.columns);
}
