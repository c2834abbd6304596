import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/**
 * For when all is loaded that a conversation needs. Keeps what was compiled, for the next start, whatever
 * end this one takes; and keeps memory small from now on.
 */
export function tuneEngine(): void {
	flushCompileCache();
	// While text streams, V8 would let the room for short-lived objects grow to four times what the whole
	// program keeps, and wait long before it looks at the rest. Looking more often costs next to nothing:
	// hardly anything survives, and what is kept is small. Both flags are read whenever a heap grows. They
	// come this late because V8 takes compiled code only under the flags that it was made with, and the
	// code of Node.js itself was made without any.
	setFlagsFromString('--semi-space-growth-factor=1');
	setFlagsFromString('--heap-growing-percent=50');
}
