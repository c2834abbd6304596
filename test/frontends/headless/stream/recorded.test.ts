import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openStream } from '../../../../src/frontends/headless/stream/open-stream.js';
import { replayIntoApp } from '../../../app/replay.js';
import { checkedLines } from './check-lines.js';

const fixtures = fileURLToPath(new URL('../../../fixtures/traces', import.meta.url));
// A folder of whole traces, for whoever has one.
const { ACP_TRACES: further } = env;

describe.each(further === undefined ? [fixtures] : [fixtures, further])('traces in %s', (folder) => {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));

	test.each(files)('%s: every line is as the schema says, and each tool call begins and ends once.', async (file) => {
		let out = '';
		const write = (text: string): void => {
			out += text;
		};
		const clock = { now: () => 1, after: () => () => {} };
		await replayIntoApp(
			join(folder, file),
			() => {},
			(app) => openStream(app, { clock, write }),
		);
		const open = new Set<unknown>();
		const lines = checkedLines(out);
		for (const { type, id } of lines) {
			if (type === 'tool-started') expect(open.has(id)).toBe(false);
			if (type === 'tool-started') open.add(id);
			if (type === 'tool-ended') expect(open.delete(id)).toBe(true);
		}
		expect(lines.length).toBeGreaterThan(0);
	});
});
