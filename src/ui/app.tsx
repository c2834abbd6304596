import { Box, Transform } from 'ink';
import { memo } from 'react';
import type { Line } from '../view/line.js';
import { INDENT, marksOf, paintLines, paintMain, paintSide } from './paint-screen.js';
import type { Card as CardPart, Screen } from './screen.js';
import { ScreenProvider, type ScreenStore, useLook, useScreen } from './screen-store.js';

/** The whole screen. Each component selects its part of it; `view` has laid out the lines of each. */
export function App({ store }: { readonly store: ScreenStore }) {
	return (
		<ScreenProvider store={store}>
			<Box flexDirection="column">
				<Header />
				<Box>
					<Box flexDirection="column">
						<Transcript />
						<PlanChecklist />
						<PermissionPrompt />
						<PlanApproval />
						<Form />
						<Panel />
						<Status />
						<Queue />
						<Completion />
					</Box>
					<SidePanel />
				</Box>
				<Composer />
				<Footer />
			</Box>
		</ScreenProvider>
	);
}

export function Header() {
	return <Lines lines={useScreen(({ header }) => header)} />;
}

/** The entries in sight, a card each. */
export function Transcript() {
	const cards = useScreen((screen) => screen.cards);
	return (
		<Box flexDirection="column" paddingLeft={INDENT}>
			{cards.map((card) => (
				<Card key={card.key} card={card} />
			))}
		</Box>
	);
}

/** The visible part of one transcript entry: a message, a tool call, a note. */
const Card = memo(function Card({ card }: { readonly card: CardPart }) {
	const content = <Lines lines={card.lines} indent={INDENT} paint={paintMain} />;
	if (card.mark === null) return content;
	return (
		<Box marginLeft={-INDENT}>
			<Lines lines={marksOf(card)} />
			{content}
		</Box>
	);
});

/** The agent's plan, while it works on it. */
export function PlanChecklist() {
	return (
		<Box paddingLeft={INDENT}>
			<Lines lines={useScreen(({ plan }) => plan)} indent={INDENT} paint={paintMain} />
		</Box>
	);
}

/** May the agent do this? The request, why it is asked, and the answers. */
export function PermissionPrompt() {
	return <Lines lines={useScreen(overlayIf('permission'))} paint={paintMain} />;
}

export function PlanApproval() {
	return <Lines lines={useScreen(overlayIf('plan-approval'))} paint={paintMain} />;
}

/** A question of the agent with fields to fill in. */
export function Form() {
	return <Lines lines={useScreen(overlayIf('form'))} paint={paintMain} />;
}

/** A list or page that the user opened: pickers, sessions, help, sign-in. */
export function Panel() {
	return <Lines lines={useScreen(overlayIf('panel'))} paint={paintMain} />;
}

const CLOSED: readonly Line[] = [];

/** Selects what lies over the lower part of the transcript, where it is of this kind. */
function overlayIf(kind: Screen['overlayKind']) {
	return ({ overlay, overlayKind }: Screen) => (overlayKind === kind ? overlay : CLOSED);
}

/** Activity of the session, with its elapsed time. */
export function Status() {
	return <Lines lines={useScreen(({ status }) => status)} paint={paintMain} />;
}

/** Prompts that wait for the turn to end. */
export function Queue() {
	return <Lines lines={useScreen(({ queue }) => queue)} paint={paintMain} />;
}

/** Completions of the word at the cursor. */
export function Completion() {
	return <Lines lines={useScreen(({ completion }) => completion)} paint={paintMain} />;
}

/** Tasks, changed files, sub-agents and figures at the right of a wide screen. */
export function SidePanel() {
	return <Lines lines={useScreen(({ side }) => side)} paint={paintSide} />;
}

/** The draft; in the transcript view the search. */
export function Composer() {
	return <Lines lines={useScreen(({ composer }) => composer)} />;
}

/** The mode, and the keys that matter now. */
export function Footer() {
	return <Lines lines={useScreen(({ footer }) => footer)} />;
}

type LinesProps = {
	readonly lines: readonly Line[];
	readonly indent?: number;
	/** Painter: `paintMain` for what stands beside the side panel. */
	readonly paint?: typeof paintLines;
};

/** Lines that `view` laid out. Ink gets blank rows: measuring and cleaning coloured text costs more than all the rest. */
function Lines({ lines, indent = 0, paint = paintLines }: LinesProps) {
	const rows = paint(lines, useLook(), indent);
	if (rows.length === 0) return null;
	return <Transform transform={(_, row) => rows[row] ?? ''}>{rows.map(() => ' ').join('\n')}</Transform>;
}
