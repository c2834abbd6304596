import type { Runtime, RuntimeModule, RuntimeParts } from './app-options.js';

/** A `given` module is not waited for. */
export function createLateRuntime(parts: RuntimeParts, given: RuntimeModule | null) {
	let runtime = given?.createRuntime(parts) ?? null;
	let loading: Promise<Runtime> | null = null;
	const waiting: ((runtime: Runtime) => void)[] = [];

	async function load(): Promise<Runtime> {
		const { createRuntime } = await import('./runtime.js');
		const made = createRuntime(parts);
		runtime = made;
		for (const act of waiting.splice(0)) act(made);
		return made;
	}
	function ready(): Promise<Runtime> {
		if (runtime !== null) return Promise.resolve(runtime);
		loading ??= load();
		return loading;
	}

	return {
		/** Calls `act` in order; synchronously once loaded. */
		use(act: (runtime: Runtime) => void): void {
			if (runtime !== null) {
				act(runtime);
				return;
			}
			waiting.push(act);
			// A build that lacks the module ends like any unhandled error.
			void ready();
		},
		ready,
		/** Does not load a runtime just to close it. */
		async close(): Promise<void> {
			const made = runtime ?? (await loading);
			await made?.close();
		},
	};
}
