import type { AppEvent } from '../event.js';

/** An event in the form in which it is kept. */
export type KeptEvent = { readonly type: AppEvent['type'] };
