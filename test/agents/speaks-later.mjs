// Refuses every version of the protocol but later ones, and stays up.
import { outliveInput, send, serve } from './wire.mjs';

serve({
	initialize: ({ protocolVersion: requested }, id) =>
		send({
			id,
			error: { code: -32022, message: 'Unsupported protocol version', data: { requested, supported: [2, 3] } },
		}),
});
outliveInput();
