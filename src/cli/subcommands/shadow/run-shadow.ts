import { isAbsolute, relative, resolve } from 'node:path';
import { defined } from '../../../core/defined.js';
import type { Result } from '../../../core/failure.js';
import { canRunPrograms } from '../../../core/shadow/can-run-programs.js';
import type { CopiedBytes, ShadowChange } from '../../../core/shadow/shadow-change.js';
import { ageText } from '../../../core/text/age.js';
import { counted } from '../../../core/text/counted.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import type { Shadow } from '../../../services/shadow/shadow.js';
import { Shadows } from '../../../services/shadow/shadows.js';
import { copyingWords } from '../../../view/shadow/change-words.js';
import { confirm } from '../../confirm.js';
import { ensured, UsageError } from '../../errors.js';
import { printText } from '../../output.js';
import { styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';
import { jsonText } from '../sessions/session-rows.js';
import { diffOf, lineOf } from './shadow-change-text.js';
import * as messages from './shadow-command-messages.js';

type ShadowRequest = { readonly id: string };

/** `path`: chosen paths; empty: all. */
type DiscardRequest = ShadowRequest & { readonly path: readonly string[]; readonly yes?: true };

type ApplyRequest = DiscardRequest & { readonly conflicts?: true };

function shadowsOf({ world }: SubcommandHost): Shadows {
	return new Shadows({ stateDir: world.paths.stateDir });
}

export async function runShadowList({ json }: { readonly json?: true }, host: SubcommandHost): Promise<number> {
	const rows = await shadowsOf(host).listAll();
	if (json) {
		const printed = rows.map(({ heldBy, ...row }) => ({ ...row, inUseBy: heldBy }));
		return printText(jsonText(printed));
	}
	if (rows.length === 0)
		return printText(`No shadow holds changes; agents work in one with --sandbox shadow, or where /agent says so.\n`);
	const style = await styleFor(process.stdout, host.world.env);
	const lines = rows.map(({ id, agent, files, createdAt, heldBy, cwd }) => {
		const age = ageText(Date.parse(createdAt), Date.now());
		const words = messages.rowWords(agent, files, age, heldBy);
		return `${style.heading(id)}  ${words}\n${' '.repeat(id.length + 2)}${style.detail(sanitizeLine(cwd))}`;
	});
	return printText(`${lines.join('\n')}\n`);
}

/** A shadow that another program has open can be shown, too. */
export async function runShadowShow(
	request: ShadowRequest & { readonly json?: true },
	host: SubcommandHost,
): Promise<number> {
	const shadows = shadowsOf(host);
	const id = ensured(await shadows.find(request.id));
	const opened = await shadows.openSaved(id);
	const isHeld = !opened.ok && opened.failure.code === 'in-use';
	return withShadow(isHeld ? await shadows.peek(id) : opened, async (shadow) => {
		const changes = ensured(await shadow.changes());
		if (request.json) return printText(jsonText({ files: changes.map(jsonOf) }));
		if (changes.length === 0) return printText(`${messages.noChanges(id)}\n`);
		const style = await styleFor(process.stdout, host.world.env);
		const parts: string[] = [];
		for (const change of changes) {
			const texts = await shadow.texts(change.path, change.version);
			const before = change.from === undefined ? null : await shadow.texts(change.from);
			parts.push(
				`${lineOf(change, style)}\n${texts.ok ? diffOf(change, texts.value, before, style) : `${texts.failure.message}\n`}`,
			);
		}
		return printText(parts.join(''));
	});
}

/** Exit code 1: something was left. */
export async function runShadowApply(request: ApplyRequest, host: SubcommandHost): Promise<number> {
	const shadows = shadowsOf(host);
	const id = ensured(await shadows.find(request.id));
	return withShadow(await shadows.openSaved(id), (shadow) => apply(shadow, request, host));
}

async function apply(shadow: Shadow, request: ApplyRequest, host: SubcommandHost): Promise<number> {
	const { conflicts: isOverConflicts = false } = request;
	const chosen = chosenOf(ensured(await shadow.changes()), request, shadow, host);
	if (chosen.length === 0) return printText(`${messages.noChanges(shadow.id)}\n`);
	const runs = chosen
		.filter((change) => canRunPrograms(change) && (change.conflict === null || isOverConflicts))
		.map(({ path }) => path);
	const question = `Apply ${counted(chosen.length, 'change')} to ${sanitizeLine(shadow.record.cwd)}? ${runs.length === 0 ? '' : `${messages.runsPrograms(runs, chosen.length)} `}[y/N] `;
	if (!(await agrees('apply', question, { ...request, id: shadow.id }, host))) return refused('apply');
	if (request.yes && runs.length > 0) process.stderr.write(`${messages.runsProgramsNote(runs)}\n`);
	const over = isOverConflicts ? { isOverConflict: true as const } : {};
	const wanted = chosen.map(({ path, version }) => ({ path, version, ...over }));
	const progress = process.stderr.isTTY ? copyProgress() : null;
	const { applied, skipped, kept } = ensured(await shadow.apply(wanted, progress?.onCopied).finally(progress?.end));
	await printText(
		`${[`Applied ${counted(applied.length, 'change')}.`, ...kept.map(({ path, at }) => `The workspace's ${sanitizeLine(path)} is kept as ${sanitizeLine(at)}.`)].join('\n')}\n`,
	);
	const hasConflicts = chosen.some(({ path, conflict }) => conflict !== null && !applied.includes(path));
	return leave(skipped, 'applied', hasConflicts && !isOverConflicts);
}

function copyProgress() {
	let shown = '';
	return {
		onCopied(copied: CopiedBytes): void {
			const words = copyingWords(copied);
			if (words === shown) return;
			shown = words;
			process.stderr.write(`\r${words}\x1b[K`);
		},
		end(): void {
			if (shown !== '') process.stderr.write('\r\x1b[K');
		},
	};
}

/** Exit code 1: something was left. */
export async function runShadowDiscard(request: DiscardRequest, host: SubcommandHost): Promise<number> {
	const shadows = shadowsOf(host);
	const id = ensured(await shadows.find(request.id));
	return request.path.length === 0
		? discardAll(shadows, { ...request, id }, host)
		: withShadow(await shadows.openSaved(id), (shadow) => discard(shadow, { ...request, id }, host));
}

async function discard(shadow: Shadow, request: DiscardRequest, host: SubcommandHost): Promise<number> {
	const chosen = chosenOf(ensured(await shadow.changes()), request, shadow, host);
	const question = `Discard ${counted(chosen.length, 'change')} of ${sanitizeLine(shadow.record.cwd)} for good? [y/N] `;
	if (!(await agrees('discard', question, request, host))) return refused('discard');
	const { discarded, skipped } = ensured(await shadow.discard(chosen.map(({ path }) => path)));
	await printText(`Discarded ${counted(discarded.length, 'change')}.\n`);
	return leave(skipped, 'discarded', false);
}

async function discardAll(shadows: Shadows, request: DiscardRequest, host: SubcommandHost): Promise<number> {
	ensured(await shadows.mayRemove(request.id));
	const question = request.yes ? '' : await discardAllQuestion(shadows, request.id);
	if (!(await agrees('discard', question, request, host))) return refused('discard');
	ensured(await shadows.remove(request.id));
	return printText(`Discarded the shadow ${request.id}.\n`);
}

/** Says how much would be lost, and of which folder; that is not known of everything that can be removed. */
async function discardAllQuestion(shadows: Shadows, id: string): Promise<string> {
	const opened = await shadows.peek(id);
	if (!opened.ok) return messages.discardAllQuestion(null, null);
	const shadow = opened.value;
	const changes = await shadow.changes();
	await shadow.close();
	return messages.discardAllQuestion(changes.ok ? changes.value.length : null, shadow.record.cwd);
}

/** The user declined: exit code 1. */
async function refused(action: 'apply' | 'discard'): Promise<number> {
	await printText(`${messages.NOTHING_DONE[action]}\n`);
	return 1;
}

/** The changes at and below the paths that were named; all without any. */
function chosenOf(
	changes: readonly ShadowChange[],
	{ path: paths }: DiscardRequest,
	{ id, record }: Shadow,
	{ world }: SubcommandHost,
): readonly ShadowChange[] {
	if (paths.length === 0) return changes;
	const chosen = new Set<ShadowChange>();
	for (const given of paths) {
		const found =
			namesOf(given, record.cwd, world.cwd)
				.map((name) => changes.filter(({ path }) => name === '' || path === name || path.startsWith(`${name}/`)))
				.find(({ length }) => length > 0) ?? [];
		if (found.length === 0) throw new UsageError(`nothing differs at ${sanitizeLine(given)} in the shadow ${id}.`);
		for (const change of found) chosen.add(change);
	}
	return [...chosen];
}

/** Names of a path in the workspace, the likeliest first: as the list has it, or from the folder we are called in. */
function namesOf(given: string, workspace: string, cwd: string): readonly string[] {
	if (isAbsolute(given)) return [relative(workspace, given)];
	const [listed, fromHere] = [given.replace(/^\.\/|\/$/g, ''), relative(workspace, resolve(cwd, given))];
	return given.startsWith('./') ? [fromHere, listed] : [listed, fromHere];
}

async function agrees(
	action: 'apply' | 'discard',
	question: string,
	{ id, yes }: DiscardRequest,
	{ stop }: SubcommandHost,
): Promise<boolean> {
	if (yes) return true;
	const answer = await confirm(question, stop.signal);
	if (answer === null)
		throw new UsageError(`nobody can be asked here; "acp-tui shadow ${action} ${id} --yes" does it without a question`);
	return answer;
}

function leave(
	skipped: readonly { readonly path: string; readonly reason: string }[],
	action: string,
	isHinting: boolean,
): number {
	if (skipped.length === 0) return 0;
	process.stderr.write(
		`${[`Not ${action}:`, ...skipped.map(({ path, reason }) => `  ${sanitizeLine(path)}: ${sanitizeLine(reason)}`)].join('\n')}\n${isHinting ? `With --conflicts they are applied, too; the workspace's files stay beside them.\n` : ''}`,
	);
	return 1;
}

async function withShadow(opened: Result<Shadow>, use: (shadow: Shadow) => Promise<number>): Promise<number> {
	const shadow = ensured(opened);
	try {
		return await use(shadow);
	} finally {
		await shadow.close();
	}
}

function jsonOf(change: ShadowChange) {
	const { path, from, status, kind, added, removed, mode, openFolder, conflict, size, link } = change;
	return {
		path,
		...defined({ from }),
		status,
		kind,
		added,
		removed,
		...defined({ mode, openFolder, size, target: link?.target }),
		...(canRunPrograms(change) ? { isProtected: true } : {}),
		conflict: conflict !== null,
		...defined({ reason: conflict?.reason }),
	};
}
