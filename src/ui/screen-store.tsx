import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { Look, Screen } from './screen.js';

export class ScreenStore {
	#screen: Screen;
	readonly #listeners = new Set<() => void>();

	constructor(screen: Screen) {
		this.#screen = screen;
	}

	set(screen: Screen): void {
		this.#screen = screen;
		for (const listener of this.#listeners) listener();
	}

	readonly get = (): Screen => this.#screen;

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};
}

const StoreContext = createContext<ScreenStore | null>(null);
const LookContext = createContext<Look | null>(null);

/** Gives the components below it their screen, and how its lines are painted. */
export function ScreenProvider({ store, children }: { readonly store: ScreenStore; readonly children: ReactNode }) {
	const look = useSyncExternalStore(store.subscribe, () => store.get().look);
	return (
		<StoreContext value={store}>
			<LookContext value={look}>{children}</LookContext>
		</StoreContext>
	);
}

/** A part of the screen. The component is drawn again when `select` gives another object, and only then. */
export function useScreen<T>(select: (screen: Screen) => T): T {
	const store = provided(use(StoreContext));
	return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

export function useLook(): Look {
	return provided(use(LookContext));
}

function provided<T>(value: T | null): T {
	if (value === null) throw new Error('a component of the screen stands outside of ScreenProvider');
	return value;
}
