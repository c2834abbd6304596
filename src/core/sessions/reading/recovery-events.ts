import type { RecoveryEvent } from '../../recovery-event.js';
import { name } from './content.js';
import type { EventReaders } from './event-readers.js';
import { exactly, shape } from './reader.js';

export const recoveryEvents: EventReaders<RecoveryEvent> = {
	'restart-due': shape({ type: exactly('restart-due'), restartId: name }),
	'restart-stop': shape({ type: exactly('restart-stop') }),
};
