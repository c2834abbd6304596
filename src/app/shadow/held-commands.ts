import type { AppEvent } from '../../core/event.js';
import { absolutePath } from '../../core/policy/file-name.js';
import { BECAUSE } from '../../core/policy/policy-messages.js';
import type { Ports } from '../../core/ports.js';
import type { ShadowEvent } from '../../core/shadow/shadow-event.js';
import type { ShadowPort } from '../../core/shadow/shadow-port.js';
import type { ShownChange } from '../../core/shadow/shadow-state.js';
import type { Store } from '../store.js';

type HeldCommandsOptions = {
	readonly ports: Pick<Ports, 'files' | 'log'>;
	readonly store: Store;
	readonly cwd: string;
	readonly dispatch: (event: ShadowEvent) => void;
};

/**
 * Commands that are allowed because the agent's view holds what they do. In plan mode the view is set apart; if one
 * ran, all changes but plans are dropped when the turn or plan mode ends.
 */
export class HeldCommands {
	readonly #options: HeldCommandsOptions;
	#isApart = false;
	#isDropDue = false;
	#haveRun = false;
	/** Settles when plan mode was left; null: it is not being left. */
	leaving: Promise<void> | null = null;

	constructor(options: HeldCommandsOptions) {
		this.#options = options;
	}

	decided({ verdict, kind }: Extract<AppEvent, { type: 'decided' }>): void {
		if (verdict.because !== BECAUSE.heldInShadow) return;
		if (this.#isPlan()) this.#isDropDue = true;
		else if (kind === 'execute') this.#haveRun = true;
	}

	/** Whether a command ran since the last call. */
	takeRan(): boolean {
		const haveRun = this.#haveRun;
		this.#haveRun = false;
		return haveRun;
	}

	leave(leaving: Promise<void>): void {
		this.leaving = leaving;
		void leaving.then(() => {
			if (this.leaving === leaving) this.leaving = null;
		});
	}

	/** Where the view cannot be set apart, commands not known to only read are refused. */
	async begin(shadow: ShadowPort): Promise<void> {
		if (!this.#isPlan()) return;
		const set = await shadow.setApart();
		this.#isDropDue = false;
		this.#isApart = set.ok;
		this.#options.dispatch({ type: 'shadow-set-apart', isApart: set.ok });
		if (!set.ok) this.#options.ports.log.write('warn', 'not set apart', { code: set.failure.code });
	}

	async end(shadow: ShadowPort): Promise<void> {
		if (!this.#isApart) return;
		const { dispatch } = this.#options;
		// No further command is allowed because of it.
		this.#isApart = false;
		dispatch({ type: 'shadow-set-apart', isApart: false });
		const dropped = await shadow.dropSince(this.#isDropDue ? await this.#plans(shadow) : null);
		if (!dropped.ok) dispatch({ type: 'shadow-failed', failure: dropped.failure });
		else if (this.#isDropDue) dispatch({ type: 'shadow-dropped', report: dropped.value });
	}

	#isPlan(): boolean {
		return this.#options.store.getState().mode.mode === 'plan';
	}

	async #plans(shadow: ShadowPort): Promise<(path: string) => boolean> {
		const { ports, cwd } = this.#options;
		const changes = await shadow.changes();
		const paths = changes.ok ? changes.value.map(({ path }) => path) : [];
		const facts = await Promise.all(paths.map((path) => ports.files.inspect(absolutePath(cwd, path))));
		const plans = new Set(paths.filter((_, index) => facts[index]?.isPlanFile === true));
		return (path) => plans.has(path);
	}
}

/** Reads both sides of a change; a moved file has those of the file `from` before it. */
export async function readShown(
	shadow: ShadowPort,
	{ path, version }: Pick<ShownChange, 'path' | 'version'>,
	from: string | undefined,
): Promise<ShownChange> {
	const [texts, old] = await Promise.all([shadow.texts(path, version), from === undefined ? null : shadow.texts(from)]);
	if (!texts.ok) return { path, version, texts: { before: null, after: null }, failure: texts.failure.message };
	const before = old?.ok === true ? { before: old.value.before } : {};
	return { path, version, texts: { ...texts.value, ...before } };
}
