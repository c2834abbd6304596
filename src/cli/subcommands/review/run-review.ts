import { lookUpReview } from '../../../app/review/changes-review.js';
import { readSession } from '../../../app/sessions/read-session.js';
import { defined } from '../../../core/defined.js';
import type { Result } from '../../../core/failure.js';
import { type ReviewedFile, type ReviewList, type ReviewNote, SIGNS } from '../../../core/review/review.js';
import { noChanges } from '../../../core/session/changes/reduce-changes.js';
import type { RestoredSession } from '../../../core/session/resuming/restored-session.js';
import type { SessionState } from '../../../core/session/state.js';
import type { SessionRow } from '../../../core/session-index.js';
import { counted } from '../../../core/text/counted.js';
import { sanitizeLine, sanitizeText } from '../../../core/text/sanitize.js';
import { createFiles } from '../../../services/files/files.js';
import { checkAdditionalDirectories } from '../../../services/folders/additional-directories.js';
import { createProcessGuard } from '../../../services/guard/process-guard.js';
import { createSessionLogs } from '../../../services/sessions/session-logs.js';
import { createAllSnapshots } from '../../../services/snapshots/all-folders.js';
import { createTemporaryFolder } from '../../../services/state/temporary-folder.js';
import { ensured, UsageError } from '../../errors.js';
import { printText } from '../../output.js';
import { parseCommandLine } from '../../parse-command-line.js';
import { ownFolders } from '../../paths.js';
import { persistenceFor } from '../../persistence.js';
import { reviewPorts } from '../../review-ports.js';
import { type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';
import type { World } from '../../world.js';
import { openSavedSessions } from '../sessions/saved-sessions.js';
import { jsonText } from '../sessions/session-rows.js';

type ReviewCall = { readonly range?: string; readonly json?: true };

/** Carries out `acp-tui review`. Throws a UsageError with one sentence where there is nothing to review. */
export async function runReview({ range = 'HEAD', json }: ReviewCall, host: SubcommandHost): Promise<number> {
	const { world, stop, hooks } = host;
	const isShown = !json && process.stdin.isTTY && process.stdout.isTTY;
	const { listed, restored } = await lookUp(range, world, isShown);
	if (json && !listed.ok && listed.failure.code === 'not-found') {
		process.stderr.write(`acp-tui: ${sanitizeLine(listed.failure.message)}\n`);
		return printText(jsonText(printed({ range, files: [], notes: [] })));
	}
	const list = ensured(listed);
	if (isShown) {
		// The agent is never started.
		const folders = restored === null ? [] : await foldersOf(restored, world);
		const command = parseCommandLine(['demo', ...folders], world.version, []);
		if (command.type !== 'interactive') return 1;
		const { runInteractive } = await import('../../interactive.js');
		return runInteractive(command, world, stop, hooks, { range, restored });
	}
	if (json) return printText(jsonText(printed(list)));
	return printText(await plainList(list, await styleFor(process.stdout, world.env)));
}

/** The folders of a session as options. One that would be refused by now is left out, and named above the screen. */
async function foldersOf({ cwd, additionalDirectories }: RestoredSession, world: World): Promise<readonly string[]> {
	const places = { workspace: cwd, home: world.home, own: ownFolders(world.paths) };
	const options: string[] = [];
	for (const path of additionalDirectories) {
		const checked = await checkAdditionalDirectories([{ path, where: 'left out:' }], places);
		if (checked.ok) options.push('--add-dir', path);
		else process.stderr.write(`acp-tui: ${sanitizeLine(checked.failure.message)}\n`);
	}
	return options;
}

type LookedUp = { readonly listed: Result<ReviewList>; readonly restored: RestoredSession | null };

async function lookUp(range: string, world: World, isCheck: boolean): Promise<LookedUp> {
	const { index, cwd, settings } = await openSavedSessions(undefined, world);
	const isOfSession = range === 'turn' || range === 'session';
	const restored = isOfSession ? await newestSession((await index.list({ cwd })).rows, world) : null;
	const { state, additionalDirectories: folders } = restored ?? NO_SESSION;
	const guard = createProcessGuard();
	const temporary = createTemporaryFolder(guard);
	const additionalDirectories = (): readonly string[] => folders;
	const { stateDir } = world.paths;
	const snapshots = createAllSnapshots({ workspace: cwd, additionalDirectories, stateDir, env: world.env });
	try {
		const persistence = persistenceFor(settings.persistence, { isOff: false, env: world.env });
		const ports = {
			...reviewPorts({ cwd, persistence }, world, { guard, temporary }),
			files: createFiles({ workspace: cwd, additionalDirectories, ownFolders: ownFolders(world.paths) }),
			snapshots,
		};
		const [first] = state.changes.sets;
		// Without its versions a session can only say which files it changed.
		if (first !== undefined) ensured(await snapshots.read(first.before, '.'));
		return { listed: await lookUpReview(range, { ports, cwd, state, isCheck }), restored };
	} finally {
		await snapshots.close();
		await temporary.remove();
		guard.close();
	}
}

type SavedSession = {
	readonly state: Pick<SessionState, 'changes'>;
	readonly additionalDirectories: readonly string[];
};

const NO_SESSION: SavedSession = { state: { changes: noChanges }, additionalDirectories: [] };

/** The newest session that is kept of this folder. */
async function newestSession(rows: readonly SessionRow[], world: World): Promise<RestoredSession> {
	const [row] = rows;
	if (row === undefined) throw new UsageError('no session of this folder is kept');
	return ensured(await readSession(createSessionLogs(world.paths.sessionsDir), row.id));
}

/** Output for scripts: these fields and no others. */
function printed({ range, files, notes }: Pick<ReviewList, 'range' | 'files' | 'notes'>) {
	return { range, files: files.map(printedFile), notes: notes.map(printedNote) };
}

function printedFile({ path, oldPath, status, added, removed, isViewed, isBinary }: ReviewedFile) {
	return { path, ...defined({ oldPath }), status, added, removed, viewed: isViewed, ...defined({ binary: isBinary }) };
}

function printedNote({ path, line, text, excerpt, isGone }: ReviewNote) {
	return { path, line, text, excerpt, ...defined({ gone: isGone }) };
}

async function plainList({ title, files, notes, more = 0 }: ReviewList, style: Style): Promise<string> {
	const lines = files.map(({ path, oldPath, status, added, removed, isBinary, isViewed }) => {
		const name = oldPath === undefined ? path : `${oldPath} → ${path}`;
		const counts = isBinary === true ? 'binary' : added === null || removed === null ? '' : `+${added} −${removed}`;
		return [SIGNS[status], sanitizeLine(name), counts, isViewed ? 'viewed' : '']
			.filter((word) => word !== '')
			.join('  ');
	});
	const left = more === 0 ? [] : [`and ${counted(more, 'file')} more`];
	const noteLines = notes.map(({ path, line, text, isGone }) => {
		const place = `${sanitizeLine(path)}:${line}${isGone === true ? ' (gone)' : ''}`;
		return `${style.heading(place)}  ${sanitizeText(text).trim().replaceAll('\n', '\n    ')}`;
	});
	const head = files.length === 0 ? `No changes: ${title}` : `${counted(files.length + more, 'file')}: ${title}`;
	return `${[style.heading(head), ...lines, ...left, ...(noteLines.length === 0 ? [] : ['', ...noteLines])].join('\n')}\n`;
}
