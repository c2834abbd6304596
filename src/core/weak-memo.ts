import { lastFrom } from './once.js';

/** Remembers what `make` gives for an object that never changes, as long as the object lives. */
export function weakMemo<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
	const known = new WeakMap<Key, Value>();
	return (key) => {
		const value = known.get(key);
		if (value !== undefined) return value;
		const made = make(key);
		known.set(key, made);
		return made;
	};
}

/** A memo of the last value made of an object and of what else it is made `from`, for as long as the object lives. */
export function weakLast<Key extends object, Value>() {
	const lasts = weakMemo((_: Key) => lastFrom<Value>());
	return (key: Key, from: readonly unknown[], make: () => Value): Value => lasts(key)(from, make);
}
