import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, plain, styled } from '../line.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { shortDirectory } from './header.js';
import { welcome as messages } from './messages.js';

/** The name under which the bundled agent is started. */
const DEMO = 'demo';

const BAR = styled(' ▌ ', { color: 'accent' });
const INDENT = plain('   ');

/** What an empty transcript shows: who is there, and the few things that lead on. */
export function welcome({ session, ui, home }: ScreenContext, height: number): readonly Line[] {
	const who = sanitizeLine(session.agent?.title ?? session.profile.launch.name);
	const version =
		session.agent === null || session.agent.version === '' ? '' : ` ${sanitizeLine(session.agent.version)}`;
	const hasTour = session.commands.some((command) => command.name === 'tour');
	const folders = [session.cwd, ...session.additionalDirectories].map((folder) => shortDirectory(folder, home));
	const where = messages.where(folders.join(', '));
	const rows: Line[] = [
		[],
		[BAR, styled('acp-tui', { bold: true, color: 'accent' })],
		[BAR, plain(`${who}${version}`), styled(where, { color: 'muted' })],
		[],
		// What is said last is cut on a small screen.
		...(session.profile.launch.name === DEMO ? [pairs(messages.realAgents)] : []),
		pairs(messages.first),
		...(hasTour ? [pairs(messages.tour)] : []),
	];
	const wrapped = rows.flatMap((row) => wrapLine(row, Math.max(1, ui.columns - 1), { indent: [INDENT] }));
	return wrapped.slice(0, height);
}

function pairs(all: readonly (readonly [typed: string, does: string])[]): Line {
	const spans = all.flatMap(([typed, does]) => [styled(typed, { color: 'accent' }), styled(does, { color: 'muted' })]);
	return [INDENT, ...spans];
}
