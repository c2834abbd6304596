import { type Command, command } from '../../../src/demo/commands/demo-command.js';
import { say, send } from '../../../src/demo/demo-turn.js';
import { picture } from '../../../src/demo/texts/media.js';
import { cornersRig } from './corners.js';
import { endingRigs } from './endings.js';
import { enduranceRigs } from './endurance.js';
import { helpersRig } from './helpers.js';
import { formRig } from './questions.js';

/** Commands for tests of what no newcomer wants to see: main.ts and the in-process tests add them to the demo agent's. */
export const RIGS: readonly Command[] = [
	cornersRig,
	...endingRigs,
	...enduranceRigs,
	helpersRig,
	formRig,
	command('image', 'Send an image', async (turn) => {
		const content = { type: 'image', mimeType: 'image/png', data: picture() } as const;
		await send(turn, { sessionUpdate: 'agent_message_chunk', content });
		await say(turn, 'That was an image.');
	}),
];
