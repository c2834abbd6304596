import { resolve } from 'node:path';
import type { SessionState } from '../../../core/session/state.js';
import { createReplay } from '../../../core/sessions/replay.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { errnoOf, systemError } from '../../../services/errno.js';
import { writeNewFile } from '../../../services/files/replace-file.js';
import { createSessionLogs } from '../../../services/sessions/session-logs.js';
import { exportFile } from '../../../view/export/export-file.js';
import { CommandFailure, UsageError } from '../../errors.js';
import { printText } from '../../output.js';
import { quote } from '../../quote-value.js';
import type { SubcommandHost } from '../../subcommand.js';
import type { AgentPlace } from '../sign-in/sign-in-agent.js';
import { findSavedSession, openSavedSessions, refuseAgent } from './saved-sessions.js';

/** Without a file: to standard output. */
type SessionsExportRequest = AgentPlace & { readonly id: string; readonly file?: string; readonly json?: true };

/** Carries out `acp-tui sessions export ID [FILE]`. A file that exists is never touched. */
export async function runSessionsExport(request: SessionsExportRequest, { world }: SubcommandHost): Promise<number> {
	refuseAgent('export', request);
	const { id, file, json } = request;
	const { index } = await openSavedSessions(undefined, world);
	const row = await findSavedSession(index, id);
	const session = await replayed(world.paths.sessionsDir, row.id);
	const format = json || /\.json$/i.test(file ?? '') ? 'json' : 'md';
	const { text } = exportFile({ ...session, title: row.title === '' ? session.title : row.title }, format, Date.now());
	if (file === undefined) return printText(text);
	const path = resolve(world.cwd, file);
	try {
		await writeNewFile(path, text);
	} catch (error) {
		if (errnoOf(error) === 'EEXIST')
			throw new UsageError(`${quote(file)} exists already; choose another name or remove it first`);
		const { code, why } = systemError(error);
		throw new CommandFailure({ code, message: `${quote(file)} cannot be written: ${why}` });
	}
	return printText(`Exported to ${sanitizeLine(path)}\n`);
}

/** The session as it was left. Throws a CommandFailure where its log cannot be read. */
async function replayed(folder: string, id: string): Promise<SessionState> {
	const opened = await createSessionLogs(folder).read(id);
	if (!opened.ok) throw new CommandFailure(opened.failure);
	const { header, isNewer, lines } = opened.value;
	const replay = createReplay(header, isNewer);
	for await (const slice of lines()) for (const line of slice) replay.add(line);
	const state = replay.state();
	const { sessionId, state: rested } = replay.end();
	return { ...state, ...rested, sessionId };
}
