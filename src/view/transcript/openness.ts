/** Folded to the head, the entry's own default, opened by the user, or with raw data too. */
export type Openness = 'folded' | 'default' | 'open' | 'all';
