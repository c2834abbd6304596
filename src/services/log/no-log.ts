import type { FileLog } from './log.js';

/** The log of a run that keeps none. */
export const NO_LOG: FileLog = { path: '', write: () => {}, close: async () => {} };
