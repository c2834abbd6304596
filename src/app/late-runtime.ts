import type { Runtime, RuntimeModule, RuntimeParts } from './runtime-parts.js';

/** A runtime that is loaded when something is first wanted of it: the first frame needs none. */
export type LateRuntime = {
	/** Does something with it, in the order of the calls: at once where it is there. */
	use(act: (runtime: Runtime) => void): void;
	ready(): Promise<Runtime>;
	/** Ends what it began; one that nobody needed is not loaded for that. */
	close(): Promise<void>;
};

/** Makes it; a module that is `given` is not waited for. */
export function createLateRuntime(parts: RuntimeParts, given: RuntimeModule | null): LateRuntime {
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
		use(act) {
			if (runtime !== null) return act(runtime);
			waiting.push(act);
			// Without it nothing works: a build that lacks it ends as any fault that nobody handles.
			void ready();
		},
		ready,
		async close() {
			const made = runtime ?? (await loading);
			await made?.close();
		},
	};
}
