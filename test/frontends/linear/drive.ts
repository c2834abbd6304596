import { createLinearController } from '../../../src/frontends/linear/start-linear.js';
import { keyOf } from '../../../src/terminal/key.js';
import { defaultKeymap } from '../../../src/view/actions/actions.js';
import type { UiRequest } from '../../../src/view/state/ui-step.js';
import type { World } from '../../app/world.js';

/** The linear front end of this world; what it says and asks for is written down. */
export function drive(world: World, browser: 'here' | 'remote', isAscii = false) {
	const said: string[] = [];
	const requests: UiRequest[] = [];
	const controller = createLinearController({
		...{ app: world.app, clock: world.clock, table: defaultKeymap, browser, home: '/home/ada' },
		...{ columns: 80, rows: 24, greeting: 'Hello.', isAscii },
		say: (lines) => said.push(...lines),
		perform(request) {
			requests.push(request);
			if (request.type === 'dispatch') world.app.dispatch(request.event);
		},
	});
	const type = (text: string): void => {
		for (const character of text) controller.key(keyOf('char', character));
	};
	const enter = (text: string): string[] => {
		const before = said.length;
		type(text);
		controller.key(keyOf('enter'));
		return said.slice(before);
	};
	return { world, controller, said, requests, type, enter };
}
