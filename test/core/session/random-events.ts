import fc from 'fast-check';
import type { AppEvent } from '../../../src/core/event.js';
import { formElicitation } from '../../../src/core/session/question.js';
import { settled } from '../../../src/core/subagents/subagent.js';
import { someSubagent } from '../subagents/some-subagent.js';
import { infoOf, modes, option, promptOf, questionOf } from './play.js';

const id = fc.constantFrom('a', 'b', 'c');
const text = fc.constantFrom('', 'x', 'go', 'line\n');
const always = <T extends AppEvent>(event: T): fc.Arbitrary<AppEvent> => fc.constant(event);
const failure = { code: 'agent-error', message: 'no' } as const;

/** What a child session does, and what becomes of it. */
function childEvent(): fc.Arbitrary<AppEvent> {
	const child = fc.constantFrom('subagent-1', 'subagent-2');
	const status = fc.constantFrom('in_progress' as const, 'completed' as const);
	return fc.oneof(
		fc
			.record({ child, status })
			.map(
				({ child: card, status: now }): AppEvent => ({ type: 'tool', patch: { id: card, title: card, status: now } }),
			),
		fc
			.record({ child, status, id })
			.map(
				({ child: card, status: now, id: inner }): AppEvent => ({
					type: 'tool',
					patch: { id: `${card}/${inner}`, parentId: card, title: inner, status: now },
				}),
			),
		fc
			.record({ child, text })
			.map(({ child: parentId, text: words }): AppEvent => ({ type: 'text', role: 'agent', text: words, parentId })),
		fc
			.record({ child, state: fc.constantFrom('running' as const, 'idle' as const), canCancel: fc.boolean() })
			.map(
				({ child: one, state, canCancel }): AppEvent => ({
					type: 'subagents-changed',
					subagents: [settled({ ...someSubagent(one), canCancel, reported: { state } }, 1000)],
				}),
			),
	);
}

/** An event that anybody might send at any time; ids of turns are guessed from the small numbers. */
export function randomEvent(): fc.Arbitrary<AppEvent> {
	// `turn-0` stands for the running turn: the test puts its id in.
	const turnId = fc.constantFrom('turn-0', 'turn-0', 'turn-0', 'turn-1', 'turn-2');
	const status = fc.constantFrom('pending', 'in_progress', 'completed', 'failed', undefined);
	const patch = fc
		.record({ id, status, title: text, named: fc.boolean(), parentId: fc.option(id) })
		.map(({ id: call, status: now, title, named, parentId }) => ({
			...(parentId === null ? {} : { parentId }),
			id: call,
			title,
			...(now === undefined ? {} : { status: now }),
			...(named ? { content: [{ type: 'terminal' as const, terminalId: call }] } : {}),
		}));
	return fc.oneof(
		fc.record({
			type: fc.constant('text' as const),
			role: fc.constantFrom('user' as const, 'agent' as const, 'thought' as const),
			text,
		}),
		fc.record({ type: fc.constant('text' as const), role: fc.constant('agent' as const), text, parentId: id }),
		always({ type: 'session-ready' }),
		always({
			type: 'side-question-counted',
			turn: {
				startedAt: 1,
				endedAt: 2,
				agent: 'fake',
				sessionId: 'side',
				model: null,
				outcome: 'end_turn',
				cost: [{ amount: 0.25, currency: 'USD' }],
				workMs: 1,
				waitMs: 0,
			},
		}),
		patch.map((news): AppEvent => ({ type: 'tool', patch: news })),
		fc.record({ type: fc.constant('terminal-started' as const), terminalId: id, command: text, ours: fc.boolean() }),
		fc.record({ type: fc.constant('terminal-output' as const), terminalId: id, data: text, toolCallId: id }),
		id.map((terminalId): AppEvent => ({ type: 'terminal-exited', terminalId, exit: { code: 0, signal: null } })),
		id.map((terminalId): AppEvent => ({ type: 'terminal-released', terminalId })),
		childEvent(),
		always({ type: 'cancel-subagent', id: 'subagent-1' }),
		always({ type: 'unknown', label: 'update', json: '{}' }),
		fc.constantFrom('default', 'plan', 'other').map((modeId): AppEvent => ({ type: 'agent-mode', modeId })),
		fc.constantFrom('default', 'plan').map((modeId): AppEvent => ({ type: 'agent-mode-set', modeId })),
		fc
			.constantFrom('default', 'plan')
			.map((value): AppEvent => ({ type: 'config-options', options: [option('mode', value, ['default', 'plan'])] })),
		always({ type: 'plan', steps: [{ text: 'a', priority: 'low', status: 'pending' }] }),
		always({ type: 'compaction-chunk', compactionId: 'k', text: 'x' }),
		always({ type: 'agent-connected', info: infoOf() }),
		always({ type: 'session-opened', sessionId: 's1', modes: modes('default', 'default', 'plan'), options: [] }),
		always({ type: 'session-opened', sessionId: 's2', modes: null, options: [] }),
		always({ type: 'agent-failed', failure }),
		fc
			.record({ expected: fc.boolean(), isRestarted: fc.boolean() })
			.map(
				({ expected, isRestarted }): AppEvent => ({
					type: 'agent-exited',
					exit: { code: 1, signal: null, stderrTail: [], junkLines: 0, expected },
					...(isRestarted ? { isRestarted } : {}),
				}),
			),
		// `restart-0` stands for the start that is due.
		always({ type: 'restart-due', restartId: 'restart-0' }),
		always({ type: 'restart-stop' }),
		fc.record({
			type: fc.constant('turn-ended' as const),
			turnId,
			reason: fc.constantFrom('end_turn' as const, 'cancelled' as const),
		}),
		turnId.map((turn): AppEvent => ({ type: 'turn-failed', turnId: turn, failure })),
		turnId.map((turn): AppEvent => ({ type: 'cancel-ignored', turnId: turn })),
		fc
			.record({ text: id, isFirst: fc.boolean(), interrupts: fc.boolean() })
			.map(({ text: words, ...rest }): AppEvent => ({ type: 'prompt', prompt: promptOf(words), ...rest })),
		id.map((one): AppEvent => ({ type: 'queue-remove', promptId: `p-${one}` })),
		id.map((one): AppEvent => ({ type: 'queue-merge', promptId: `p-${one}` })),
		id.map((words): AppEvent => ({ type: 'steer', prompt: promptOf(words) })),
		id.map((words): AppEvent => ({ type: 'steer', prompt: promptOf(words), isQueued: true })),
		fc
			.record({
				one: id,
				answer: fc.constantFrom(
					...(['injected', 'promptRequired', 'startedNewTurn', 'refused', 'unclear', 'unanswered'] as const),
				),
			})
			.map(({ one, answer }): AppEvent => ({ type: 'steering-answered', promptId: `p-${one}`, answer })),
		turnId.map((turn): AppEvent => ({ type: 'prompt-waiting', turnId: turn })),
		turnId.map((turn): AppEvent => ({ type: 'prompt-sent', turnId: turn })),
		always({ type: 'queue-resume' }),
		always({ type: 'cancel' }),
		id.map((questionId): AppEvent => ({ type: 'answer', questionId, outcome: { type: 'selected', optionId: 'yes' } })),
		fc
			.record({
				type: fc.constant('answer-plan' as const),
				questionId: id,
				choice: fc.constantFrom('review-edits' as const, 'accept-edits' as const, 'keep-planning' as const),
				feedback: text,
				edited: fc.constantFrom('1. Change `b.ts`', undefined),
			})
			.map(({ edited, ...answer }): AppEvent => ({ ...answer, ...(edited === undefined ? {} : { edited }) })),
		always({ type: 'plan-compared', turnId: 'turn-1', differing: ['/w/PLAN.md'] }),
		fc
			.constantFrom('default', 'acceptEdits', 'plan', 'bypassPermissions')
			.map((mode): AppEvent => ({ type: 'set-mode', mode: mode as 'plan' })),
		always({ type: 'ask-again' }),
		fc
			.record({ about: fc.constantFrom('edits' as const, 'commands' as const), isInPlan: fc.boolean() })
			.map(
				(parts): AppEvent => ({
					type: 'unasked',
					action: { title: 'x', decision: 'ask', because: 'asked about', ...parts },
				}),
			),
		fc
			.constantFrom('default', 'plan')
			.map((modeId): AppEvent => ({ type: 'effect-failed', failure, refusedModeId: modeId })),
		fc.constantFrom('default', 'plan').map((modeId): AppEvent => ({ type: 'set-agent-mode', modeId })),
		always({ type: 'new-session' }),
		always({ type: 'handed-over', to: { agent: 'Other', recordId: null }, promptIds: ['p-a'] }),
		always({ type: 'taken-over', from: { agent: 'Other', recordId: null }, title: null, sets: [] }),
		fc
			.constantFrom('p-a', 'p-b')
			.map(
				(promptId): AppEvent => ({
					type: 'taken-over',
					from: { agent: 'Other', recordId: null },
					title: 'Before',
					sets: [],
					task: { promptId, goal: 'Make it', toldBy: null, decisions: ['- `x`'] },
				}),
			),
		always({ type: 'restart-agent' }),
		always({ type: 'clear-transcript' }),
		always({ type: 'kill-agent' }),
		fc
			.record({ id, blocksTurn: fc.boolean(), isOfRequest: fc.boolean() })
			.map(
				(made): AppEvent => ({
					type: 'question-asked',
					question: formElicitation({ ...made, askedAt: 1, agent: 'Agent', message: '', form: { fields: [] } }),
				}),
			),
		fc
			.record({ questionId: id, action: fc.constantFrom('accept' as const, 'decline' as const, 'cancel' as const) })
			.map(
				({ questionId, action }): AppEvent => ({
					type: 'answer-form',
					questionId,
					answer: action === 'accept' ? { action, drafts: new Map([['a', 'b']]) } : { action },
				}),
			),
		fc
			.record({ question: id, isPlan: fc.boolean() })
			.map(
				({ question, isPlan }): AppEvent => ({
					type: 'question-asked',
					question: questionOf(
						question,
						isPlan ? { kind: 'exit-plan', plan: '1. Change `a.ts`\n2. Run `npm test`' } : { toolCallId: question },
					),
				}),
			),
		id.map((questionId): AppEvent => ({ type: 'question-withdrawn', questionId })),
		id.map(
			(toolCallId): AppEvent => ({
				type: 'decided',
				toolCallId,
				title: 't',
				verdict: { decision: 'denied', because: 'b' },
				source: 'policy',
			}),
		),
	);
}
