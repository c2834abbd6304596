// Speaks a version of the protocol that nobody asked for.
import { outliveInput, serve } from './wire.mjs';

serve({ initialize: () => ({ protocolVersion: 7 }) });
outliveInput();
