import { expect, test } from 'vitest';
import { Serial } from '../../src/core/serial.js';

test('Tasks run one after the other; each answer goes to who added it.', async () => {
	const serial = new Serial();
	const seen: string[] = [];
	const task = (name: string) => async (): Promise<string> => {
		seen.push(`${name} begins`);
		await Promise.resolve();
		seen.push(`${name} ends`);
		return name;
	};
	expect(await Promise.all([serial.run(task('one')), serial.run(task('two')), serial.run(() => 'three')])).toEqual([
		'one',
		'two',
		'three',
	]);
	expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

test('A task that throws fails alone, at once or later, and settling never rejects.', async () => {
	const serial = new Serial();
	const failed = [
		serial.run(() => {
			throw new Error('at once');
		}),
		serial.run(() => Promise.reject(new Error('later'))),
	];
	const after = serial.run(() => 'done');
	expect((await Promise.allSettled(failed)).map((each) => each.status === 'rejected' && each.reason.message)).toEqual([
		'at once',
		'later',
	]);
	expect(await after).toBe('done');
	serial.run(() => Promise.reject(new Error('again'))).catch(() => {});
	await serial.settled();
});
