import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/**
 * Called once the agent is connected and all is loaded that a conversation needs. Writes the compiled code
 * to disk, so that the next start finds it however this one ends, and makes V8 keep memory small.
 */
export function tuneEngine(): void {
	flushCompileCache();
	// While text streams, V8 would let the heap for short-lived objects grow far beyond what the program
	// keeps. Collecting more often costs nothing that can be measured, as hardly anything survives:
	// docs/decisions/start-time.md. Both flags are read whenever a heap grows. They are set this late because
	// V8 accepts compiled code only under the flags that it was made with, Node's own without any.
	setFlagsFromString('--semi-space-growth-factor=1');
	setFlagsFromString('--heap-growing-percent=50');
}
