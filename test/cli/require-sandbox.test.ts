import { expect, test } from 'vitest';
import { checkCommandSandbox, refuseWithoutSandbox } from '../../src/cli/require-sandbox.js';
import { AGENT_SANDBOXES, COMMAND_SANDBOXES } from '../../src/core/sandbox/sandbox.js';

const isRefused = (start: Promise<void>): Promise<boolean> =>
	start.then(
		() => false,
		() => true,
	);

test.each(COMMAND_SANDBOXES)(
	'Commands have no sandbox in a workspace that is the system: refused if %s',
	async (setting) => {
		expect(await isRefused(checkCommandSandbox(setting, '/'))).toBe(setting === 'require');
	},
);

test.each(AGENT_SANDBOXES)('Nor has an agent there: refused if %s', async (sandbox) => {
	const isHeld = sandbox === 'fence' || sandbox === 'shadow';
	expect(await isRefused(refuseWithoutSandbox({ sandbox }, '/'))).toBe(isHeld);
});
