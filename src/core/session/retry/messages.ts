/* What the session says of prompts that are sent again. */

export const SENT_AT_RESET = 'The usage limit has reset: your prompt is sent again.';

export const HELD_AT_RESET = 'The usage limit has reset. Your prompt could not be sent: it is on hold.';

export const HELD_HINT = 'enter on an empty draft sends it';

export const ANSWERED_LATE = 'The agent went on after its error: your prompt is not sent again by itself.';
