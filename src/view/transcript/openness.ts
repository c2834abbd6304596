/** How much of an entry is wanted: folded to its head, its own default, opened by the user, or raw data too. */
export type Openness = 'folded' | 'default' | 'open' | 'all';
