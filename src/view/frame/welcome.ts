import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, plain, styled } from '../line.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { shortDirectory } from './header.js';

/** The name under which the bundled agent is started. */
const DEMO = 'demo';

const toRealAgents: Line = [
	plain('   '),
	styled('acp-tui agents', { color: 'accent' }),
	styled(' lists real agents, ', { color: 'muted' }),
	styled('acp-tui --agent NAME', { color: 'accent' }),
	styled(' starts one', { color: 'muted' }),
];

/** What an empty transcript shows: who is there, and the few things that lead on. */
export function welcome({ session, ui, home }: ScreenContext, height: number): readonly Line[] {
	const who = sanitizeLine(session.agent?.title ?? session.launch.name);
	const version =
		session.agent === null || session.agent.version === '' ? '' : ` ${sanitizeLine(session.agent.version)}`;
	const hasTour = session.commands.some((command) => command.name === 'tour');
	const rows: Line[] = [
		[],
		[styled(' ▌ ', { color: 'accent' }), styled('acp-tui', { bold: true, color: 'accent' })],
		[
			styled(' ▌ ', { color: 'accent' }),
			plain(`${who}${version}`),
			styled(` in ${shortDirectory(session.cwd, home)}`, { color: 'muted' }),
		],
		[],
		[
			plain('   '),
			styled('/', { color: 'accent' }),
			styled(' commands   ', { color: 'muted' }),
			styled('?', { color: 'accent' }),
			styled(' keys   ', { color: 'muted' }),
			styled('shift+tab', { color: 'accent' }),
			styled(' mode', { color: 'muted' }),
		],
		...(hasTour
			? [
					[
						plain('   '),
						styled('/tour', { color: 'accent' }),
						styled(' shows everything in two minutes', { color: 'muted' as const }),
					],
				]
			: []),
		...(session.launch.name === DEMO ? [toRealAgents] : []),
	];
	const wrapped = rows.flatMap((row) => wrapLine(row, Math.max(1, ui.columns - 1), { indent: [plain('   ')] }));
	return wrapped.slice(0, height);
}
