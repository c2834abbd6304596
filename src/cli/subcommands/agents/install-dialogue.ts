import type {
	AgentInstaller,
	InstallConsents,
	InstallOutcome,
	InstallProgress,
	InstallRequest,
} from '../../../core/agents/installer.js';
import { progressText } from '../../../core/agents/installer.js';
import type { Failure, Result } from '../../../core/failure.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { changeLine, consent, outcome, scriptLine } from '../../agents/install-messages.js';
import { confirm } from '../../confirm.js';
import { type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';

/** Options that agree to something before it is asked for. */
export type Agreed = { readonly yes?: true; readonly acceptChanges?: true; readonly allowScripts?: true };

export class InstallDialogue {
	readonly #host: SubcommandHost;
	readonly #agreed: Agreed;
	readonly #style: Style;
	readonly #progress: ProgressLine;

	private constructor(host: SubcommandHost, agreed: Agreed, style: Style) {
		this.#host = host;
		this.#agreed = agreed;
		this.#style = style;
		this.#progress = openProgressLine(process.stderr);
	}

	static async open(host: SubcommandHost, agreed: Agreed): Promise<InstallDialogue> {
		return new InstallDialogue(host, agreed, await styleFor(process.stdout, host.world.env));
	}

	get style(): Style {
		return this.#style;
	}

	say(text: string): void {
		this.#progress.clear();
		process.stdout.write(`${text}\n`);
	}

	warn(text: string): void {
		this.#progress.clear();
		process.stderr.write(`${sanitizeText(text)}\n`);
	}

	/** Asks for the plan that was shown; says why not when nobody agrees. */
	async agrees(question: string): Promise<boolean> {
		if (this.#agreed.yes) return true;
		return this.#ask(question, 'Nothing was installed: there is no terminal to ask in. To agree: --yes');
	}

	async install(id: string, installer: AgentInstaller, request: InstallRequest): Promise<number> {
		return this.report(id, await this.attempt(id, installer, request));
	}

	/** Installs without reporting the outcome. */
	async attempt(id: string, installer: AgentInstaller, request: InstallRequest): Promise<Result<InstallOutcome>> {
		const result = await installer.install(request, {
			signal: this.#host.stop.signal,
			onProgress: (progress) => this.#progress.show(progress),
			consents: this.#consents(id),
		});
		this.#progress.clear();
		return result;
	}

	report(id: string, result: Result<InstallOutcome>): Promise<number> {
		return this.end(result, (value) => this.#report(id, value));
	}

	async end<T>(result: Result<T>, report: (value: T) => void): Promise<number> {
		if (result.ok) {
			report(result.value);
			return 0;
		}
		return this.fail(result.failure);
	}

	/** Says one failure, and returns the exit code that stands for it. */
	async fail({ code, message, hint, detail }: Failure): Promise<number> {
		const { error } = await styleFor(process.stderr, this.#host.world.env);
		const words = [message, hint].filter((part) => part !== undefined).join(' ');
		this.#progress.clear();
		process.stderr.write(`${error('acp-tui:')} ${sanitizeText(words)}\n`);
		if (detail !== undefined && detail !== '') process.stderr.write(`${sanitizeText(detail)}\n`);
		if (this.#host.stop.signal.aborted) return Number(this.#host.stop.signal.reason);
		return code === 'usage' ? 2 : 1;
	}

	/** Publishers have changed: named, and asked about on its own. */
	async acceptsChanges(heading: string, lines: readonly string[], question: string): Promise<boolean> {
		this.say([this.#style.warning(heading), ...lines.map((line) => `  ${line}`)].join('\n'));
		if (this.#agreed.acceptChanges) return true;
		return this.#ask(question, 'This needs your explicit consent: --accept-changes');
	}

	#consents(id: string): InstallConsents {
		return {
			changes: (changes) =>
				this.acceptsChanges(`Different about ${id}:`, changes.map(changeLine), 'Is this right? (y/N) '),
			scripts: async (scripts) => {
				if (this.#agreed.allowScripts) return true;
				if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
				this.say(
					[
						this.#style.warning('These packages want to run scripts of theirs when they are installed:'),
						...scripts.map((each) => `  ${scriptLine(each)}`),
					].join('\n'),
				);
				return (await confirm('Run them? (y/N) ', this.#host.stop.signal)) === true;
			},
		};
	}

	async #ask(question: string, noTerminal: string): Promise<boolean> {
		this.#progress.clear();
		const answer = await confirm(question, this.#host.stop.signal);
		if (answer === null) this.warn(noTerminal);
		else if (!answer) this.warn(consent.declined);
		return answer === true;
	}

	#report(id: string, { type, agent, before }: InstallOutcome): void {
		const { version, installScripts, haveScriptsRun } = agent;
		if (type === 'present') this.say(`${id} ${version} is installed already.`);
		else if (before === null || before === version) this.say(outcome.installed(id, agent));
		else this.say(outcome.updated(id, before, agent));
		if (installScripts.length > 0 && !haveScriptsRun) this.warn(outcome.scriptsNotRun(id, installScripts));
	}
}

type ProgressLine = {
	show(progress: InstallProgress): void;
	/** Takes the line away, before anything else is written. */
	clear(): void;
};

const REDRAW_AFTER = 100;

/** One line that is written over and over in a terminal; elsewhere a line for each new step. */
function openProgressLine(output: NodeJS.WriteStream): ProgressLine {
	let step = '';
	let shownAt = 0;
	let isShown = false;
	const clear = (): void => {
		if (isShown) output.write('\r\u001B[K');
		isShown = false;
	};
	return {
		clear,
		show(progress) {
			const isNew = progress.step !== step;
			step = progress.step;
			if (!output.isTTY) {
				if (isNew) output.write(`${progressText({ ...progress, bytes: null, count: null })}\n`);
				return;
			}
			const now = performance.now();
			if (!isNew && now - shownAt < REDRAW_AFTER) return;
			shownAt = now;
			isShown = true;
			output.write(`\r${progressText(progress).slice(0, output.columns - 1)}\u001B[K`);
		},
	};
}
