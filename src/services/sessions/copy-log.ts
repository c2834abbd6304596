import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { fail, type Result, succeed } from '../../core/failure.js';
import { formatHeader, formatLine, type LogFacts, parseLine } from '../../core/sessions/log-format.js';
import type { LogReader } from '../../core/sessions/session-log-ports.js';
import { TURN_LINE_START } from '../../core/usage/turn-usage.js';
import { systemError } from '../errno.js';
import { SESSION_LOG } from './sessions-messages.js';

const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export type CopyOptions = { readonly id: string; readonly createdAt: number; readonly beforePrompt?: string };

/**
 * Copies a log into another file, as the log of a session that begins with its content. The cost of its turns is
 * counted in the original alone. Fails with the system's error, and with `not-found` when no turn of the prompt began;
 * no file is left then.
 */
export async function copyLog(reader: LogReader, file: string, options: CopyOptions): Promise<Result<string>> {
	const { id, createdAt, beforePrompt } = options;
	const { header } = reader;
	if (reader.isNewer) return fail('newer', SESSION_LOG.newer(header.id));
	try {
		const handle = await open(file, NEW, 0o600);
		let isFound = beforePrompt === undefined;
		let facts: LogFacts | undefined;
		try {
			await handle.writeFile(formatHeader({ ...header, id, createdAt, parent: header.id }));
			for await (const lines of reader.lines()) {
				const kept = lines.filter((line) => line !== '' && !line.startsWith(TURN_LINE_START));
				const cut = beforePrompt === undefined ? null : cutBefore(kept, beforePrompt);
				const copied = cut ?? kept;
				facts = lastFacts(copied) ?? facts;
				const text = copied.map((line) => `${line}\n`).join('');
				if (text !== '') await handle.writeFile(text);
				isFound ||= cut !== null;
				if (cut !== null) break;
			}
			// The agent's session is the other one's: this one gets its own.
			await handle.writeFile(formatLine({ at: createdAt, forked: true }));
			if (facts !== undefined) {
				await handle.writeFile(formatLine({ at: createdAt, facts: { ...facts, sessionId: null, isRunning: false } }));
			}
		} finally {
			await handle.close();
		}
		if (isFound) return succeed(id);
		await rm(file, { force: true });
		return fail('not-found', 'This prompt is not in the log of the session.');
	} catch (error) {
		await rm(file, { force: true }).catch(() => {
			// The first error says more.
		});
		const { code, why } = systemError(error);
		return fail(code, `The session could not be forked: ${why}.`);
	}
}

function lastFacts(lines: readonly string[]): LogFacts | undefined {
	const line = lines.findLast((one) => one.includes('"facts":{'));
	const parsed = line === undefined ? null : parseLine(line);
	return parsed === null || parsed === 'other' ? undefined : parsed.facts;
}

function cutBefore(lines: readonly string[], promptId: string): readonly string[] | null {
	const mark = JSON.stringify(promptId);
	const index = lines.findIndex((line) => {
		if (!line.includes(mark)) return false;
		const parsed = parseLine(line);
		return parsed !== null && parsed !== 'other' && parsed.turn?.promptId === promptId;
	});
	if (index < 0) return null;
	const { at, event } = JSON.parse(lines[index] ?? '{}') as { readonly at: number; readonly event?: { type: string } };
	const before = lines.slice(0, index);
	// The event that began the turn stays (the turn before ended, say); the turn and its prompt go.
	const kept =
		event === undefined || event.type === 'prompt' || event.type === 'steer'
			? []
			: [formatLine({ at, event, turn: null })];
	const taken = formatLine({ at, event: { type: 'queue-remove', promptId }, turn: null });
	return [...before, ...[...kept, taken].map((line) => line.trimEnd())];
}
