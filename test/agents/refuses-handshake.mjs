// Answers initialize with an error and stays up.
import { outliveInput, send, serve } from './wire.mjs';

serve({
	initialize: (_, id) =>
		send({ id, error: { code: 1001, message: 'Internal error', data: { details: 'no home directory' } } }),
});
outliveInput();
