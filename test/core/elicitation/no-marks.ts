import type { FormMarks } from '../../../src/core/elicitation/read-form.js';

/** An agent of which nothing is known beyond the protocol. */
export const NO_MARKS: FormMarks = { previewOf: () => undefined, companionOf: () => ({}), isSecret: () => false };
