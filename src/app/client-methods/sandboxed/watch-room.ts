import type { Client } from '../client.js';

/** Milliseconds. */
const EVERY = 1000;

/** Calls `onFull` once when the layer's disk is nearly full; returns what ends the watch. */
export function watchRoom({ ports: { clock, commandLayer } }: Client, onFull: () => void): () => void {
	let isOver = false;
	let stopTimer = (): void => {};
	const look = async (): Promise<void> => {
		const isFull = (await commandLayer?.isFull()) === true;
		if (isOver) return;
		if (isFull) onFull();
		else stopTimer = clock.after(EVERY, () => void look());
	};
	stopTimer = clock.after(EVERY, () => void look());
	return () => {
		isOver = true;
		stopTimer();
	};
}
