export const NO_HAND_OVER = 'This run has one session only';
export const NOTHING_TO_HAND_OVER = 'Nothing was said yet, so there is nothing to hand over';
export const notHandedOver = (agent: string, why: string): string => `Not handed over to ${agent}: ${why}`;
export const NOT_HANDED_OVER_HINT = 'this session is as it was; the draft is back, enter tries again, esc leaves it';
export const NOT_SIGNED_IN = 'it needs a sign-in.';
export const SESSION_CHANGED = 'its session was left before it was ready.';
export const CLOSED = 'its session was closed before it was ready.';
