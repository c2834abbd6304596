import { afterEach, expect, test, vi } from 'vitest';
import { handleCrashes } from '../../src/cli/crash.js';

const exceptions = process.listeners('uncaughtException');
const rejections = process.listeners('unhandledRejection');

afterEach(() => {
	vi.restoreAllMocks();
	process.removeAllListeners('uncaughtException');
	process.removeAllListeners('unhandledRejection');
	for (const listener of exceptions) process.on('uncaughtException', listener);
	for (const listener of rejections) process.on('unhandledRejection', listener);
});

test('a crash restores the terminal, logs, says one sentence, ends the agent and exits with 1', async () => {
	const steps: string[] = [];
	vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
		steps.push(`say ${text}`);
		return true;
	});
	await new Promise<void>((done) => {
		const { hooks, crash } = handleCrashes((code) => {
			steps.push(`exit ${code}`);
			done();
		});
		hooks.restoreTerminal = () => {
			steps.push('restore');
			throw new Error('the terminal is gone');
		};
		hooks.report = () => {
			steps.push('log');
			return '/state/acp-tui.log';
		};
		hooks.close = () => Promise.reject(new Error('already dead'));
		crash(new Error('boom\nat somewhere'));
		crash(new Error('again'));
	});
	expect(steps).toEqual([
		'restore',
		'log',
		'say acp-tui failed unexpectedly: boom\nDetails are in the log: /state/acp-tui.log\n',
		'exit 1',
	]);
});
