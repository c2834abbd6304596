import { fstatSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { App } from '../app/app.js';
import { whyWithheld } from '../core/session/prompts/withheld-file.js';
import { runHeadless } from '../frontends/headless/follow-run.js';
import type { HeadlessOptions } from '../frontends/headless/headless-options.js';
import type { runConversation } from '../frontends/headless/stream/conversation.js';
import { cannotAttach } from '../frontends/prompt/attach-messages.js';
import { attach } from '../frontends/prompt/prompt-attachments.js';
import { withoutKnownSecrets } from '../services/secrets/known-secrets.js';
import type { Command, RunOptions } from './command.js';
import { type CrashHooks, closeOnCrash } from './crash.js';
import { UsageError } from './errors.js';
import { openAttachments } from './open-attachments.js';
import { openOutput } from './output.js';
import { prepareRun } from './prepare-run.js';
import type { PreparedRun } from './prepared-run.js';
import { createSession, HEADLESS_RETRIES } from './session/create-session.js';
import type { Stop } from './signals.js';
import { INPUT_PATIENCE, readStandardInput } from './standard-input.js';
import { styleFor } from './style.js';
import type { World } from './world.js';

export async function runPrint(
	command: Extract<Command, { type: 'print' }>,
	world: World,
	stop: Stop,
	hooks: CrashHooks,
): Promise<number> {
	const startedAt = performance.now();
	const output = openOutput(stop.end);
	const { error: red } = await styleFor(process.stderr, world.env);
	const report = (words: string): void => output.writeError(`${red('acp-tui:')} ${words}\n`);
	const first = await prepareRun(command.run, world);
	if (first.missingAgent !== null) throw new UsageError(first.missingAgent);
	const { timeout, outputFormat = 'text', inputFormat } = command.run;
	const isConversation = inputFormat === 'stream-json';
	const prompt = isConversation ? '' : await wholePrompt(command, stop.signal, report);
	if (typeof prompt === 'number') return prompt;
	const run =
		command.run.worktree === null
			? first
			: await (await import('./worktrees/start-end.js')).prepareInWorktree(command.run, first, world, {
					signal: stop.signal,
					say: report,
					confirm: async () => null,
				});
	for (const notice of run.notices) report(notice);

	const session = createSession(run, world, { takesAnswers: isConversation, mayRead: output.mayWrite });
	closeOnCrash(hooks, session, session.log.path);
	const attachments = openAttachments(run, world, session.files);
	const mentionsIn = (written: string) => ({ written, attachments, limits: run.settings.mentions });
	const mentions = mentionsIn(command.prompt);
	const missing = await missingMention(session.app, prompt, mentions);
	if (missing !== null) {
		await session.close();
		throw new UsageError(missing);
	}
	if (process.stderr.isTTY && isDemoByDefault(command.run, run))
		report(
			'the demo agent answers, as no agent is chosen: use --agent NAME, or "acp-tui config set agent NAME" ("acp-tui agents" lists them)',
		);
	const options = {
		resume: run.resume,
		timeoutSeconds: timeout ?? null,
		secondsSpent: (performance.now() - startedAt) / 1000,
		retries: run.retries ?? HEADLESS_RETRIES,
		ids: session.ids,
		clock: session.clock,
		write: (text: string) => output.write(withoutKnownSecrets(text)),
		writeError: (text: string) => output.writeError(withoutKnownSecrets(text).replace(/^acp-tui:/, red)),
		isOwnOutput: ownOutputTest(run.cwd),
		interrupted: stop.signal,
		sandboxKnown: session.sandboxKnown,
	};
	const code = isConversation
		? await converse(session.app, { ...options, mentionsIn }, stop.signal, output.mayWrite)
		: await runHeadless(session.app, { ...options, prompt, mentions, format: outputFormat });
	await session.close();
	await output.flush();
	return code;
}

/** Whether the demo runs because no agent was named: its words might be taken for a model's. */
const isDemoByDefault = (
	{ agent, agentCommand }: Pick<RunOptions, 'agent' | 'agentCommand'>,
	{ profile, settings, resume }: Pick<PreparedRun, 'profile' | 'settings' | 'resume'>,
): boolean => profile.launch.isBundled === true && (agent ?? agentCommand ?? settings.agent ?? resume ?? null) === null;

async function converse(
	app: App,
	options: Omit<Parameters<typeof runConversation>[1], 'input'>,
	signal: AbortSignal,
	mayRead: () => Promise<void>,
): Promise<number> {
	const [{ runConversation }, { readConversation }] = await Promise.all([
		import('../frontends/headless/stream/conversation.js'),
		import('./conversation-input.js'),
	]);
	return runConversation(app, { ...options, input: readConversation(process.stdin, signal, mayRead) });
}

/** The words of the command line and standard input; an exit code where the run ends before. */
async function wholePrompt(
	command: Extract<Command, { type: 'print' }>,
	signal: AbortSignal,
	report: (words: string) => void,
): Promise<string | number> {
	const input = await readInput(command, signal, report);
	if (signal.aborted) return Number(signal.reason);
	if (input === null) {
		report('timed out while reading standard input');
		return 6;
	}
	const prompt = [command.prompt, input.trimEnd()].filter((part) => part.trim() !== '').join('\n\n');
	if (prompt === '') throw new UsageError('-p needs a prompt, as an argument or on standard input');
	return prompt;
}

/** Fault of what the prompt mentions, before any agent is started; null for none. */
async function missingMention(
	app: App,
	text: string,
	{ written, attachments, limits }: NonNullable<HeadlessOptions['mentions']>,
): Promise<string | null> {
	const takesAll = { image: true, audio: true, embeddedContext: true };
	const { problems } = await attach({ text, written, images: [] }, takesAll, attachments, limits, (paths) =>
		whyWithheld(app.getState(), paths),
	);
	return problems.length === 0 ? null : cannotAttach(problems);
}

/** Standard input to its end, empty when it is a terminal; null when the time ran out first. */
async function readInput(
	{ prompt, run, isInputAwaited }: Extract<Command, { type: 'print' }>,
	stop: AbortSignal,
	say: (words: string) => void,
): Promise<string | null> {
	if (process.stdin.isTTY) return '';
	const timeout = run.timeout === undefined ? null : AbortSignal.timeout(run.timeout * 1000);
	const text = await readStandardInput(process.stdin, timeout === null ? stop : AbortSignal.any([stop, timeout]), {
		isOptional: prompt !== '' && !isInputAwaited,
		patience: INPUT_PATIENCE,
		say,
	});
	return timeout?.aborted === true && !stop.aborted ? null : text;
}

/** Tells the files that standard output and error are redirected to, by what they are. */
function ownOutputTest(cwd: string): (path: string) => boolean {
	const own = [1, 2].flatMap((descriptor) => {
		const facts = factsOf(descriptor);
		return facts?.isFile() === true ? [facts] : [];
	});
	return (path) => {
		const facts = own.length === 0 ? undefined : statSync(resolve(cwd, path), { throwIfNoEntry: false });
		return facts !== undefined && own.some(({ dev, ino }) => dev === facts.dev && ino === facts.ino);
	};
}

function factsOf(descriptor: number): Stats | null {
	try {
		return fstatSync(descriptor);
	} catch {
		// Standard input is closed.
		return null;
	}
}
