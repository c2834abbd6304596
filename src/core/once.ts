/** A function that calls `make` with its first call, and returns the same value, or promise, ever after. */
export function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | null = null;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

/** Memoises the last result, as successive frames ask for the same. */
export function lastOf<A, T>(make: (given: A) => T): (given: A) => T {
	let last: { readonly given: A; readonly value: T } | null = null;
	return (given) => {
		if (last?.given !== given) last = { given, value: make(given) };
		return last.value;
	};
}

/** A memo of the last value that `make` gave, for as long as it is made `from` the same. */
export function lastFrom<T>(): (from: readonly unknown[], make: () => T) => T {
	let last: { readonly from: readonly unknown[]; readonly value: T } | null = null;
	return (from, make) => {
		const isSame = last?.from.length === from.length && last.from.every((each, at) => each === from[at]);
		if (last === null || !isSame) last = { from, value: make() };
		return last.value;
	};
}

type MethodNames<T> = {
	[Name in keyof T]-?: T[Name] extends (...given: never[]) => Promise<unknown> ? Name : never;
}[keyof T];

/** Methods of what `load` brings, which wait for it with each call: the module behind a port is loaded with the first. */
export function methodsOf<T, Name extends MethodNames<T>>(load: () => Promise<T>, ...names: Name[]): Pick<T, Name> {
	const methods = names.map((name) => [
		name,
		async (...given: never[]): Promise<unknown> => {
			const loaded = await load();
			return (loaded[name] as (...given: never[]) => Promise<unknown>).apply(loaded, given);
		},
	]);
	return Object.fromEntries(methods) as Pick<T, Name>;
}
