import { hostWithPort } from '../agent-network.js';
import type { SandboxObstacle } from '../sandbox/sandbox-failure.js';
import { sanitizeLine } from '../text/sanitize.js';
import { detailsOf, isInside } from './action-details.js';
import { joinStated, type Stated, stateCommand } from './always-command.js';
import { autoRunPartOf } from './auto-run-files.js';
import { writtenFiles } from './covering-rules.js';
import { coverOfAction } from './decide.js';
import type { ActionRequest, AlwaysOffer, PathFact, Rule } from './policy-types.js';
import { parseRule } from './rules.js';

/** Rules to be added together, one for each part of a line that needs one, and their meaning in words. */
export type AlwaysRules = { readonly rule: Rule; readonly further: readonly Rule[]; readonly words: string };

/** Characters that cannot be shown as they are cannot be agreed to: these, and those the sanitiser makes visible. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Text that is longer could not be read before it is agreed to. */
const MOST_CHARS = 300;

/**
 * The rules that «allow always» may write for a request, the exact one first, each with what it
 * allows in words. Empty where none can be stated safely: deleting, moving, lines that cannot be taken apart, shells, `sudo`, inline code, what lies outside the workspace.
 */
export function alwaysRules(request: ActionRequest): readonly AlwaysRules[] {
	return stateAll(request).flatMap(({ texts, words }) => {
		const text = texts.join();
		if (sanitizeLine(text) !== text || CONTROL.test(text) || text.length > MOST_CHARS) return [];
		const rules = texts.flatMap((each) => {
			const parsed = parseRule(each, 'allow', 'session');
			return parsed.ok ? [parsed.value] : [];
		});
		const [rule, ...further] = rules;
		const cover = rules.length === texts.length ? coverOfAction(detailsOf(request), { mode: 'default', rules }) : null;
		return rule === undefined || cover === null || 'missing' in cover ? [] : [{ rule, further, words }];
	});
}

function stateAll(request: ActionRequest): readonly Stated[] {
	const { mcp, host, port, command } = request;
	if (mcp !== undefined) return stateMcp(mcp);
	switch (detailsOf(request).kind) {
		case 'edit':
			return stateEdit(request.paths);
		case 'execute':
			return command === undefined ? [] : stateLine(request);
		case 'fetch':
			if (host === undefined) return [];
			return [{ texts: [`Fetch(${hostWithPort(host, port)})`], words: `fetches from ${hostWithPort(host, port)}` }];
		case 'read':
		case 'delete':
		case 'move':
		case 'search':
		case 'think':
		case 'switch_mode':
		case 'other':
			return [];
	}
}

/** Parts that a rule for a command line names: each of its commands, and each file that a redirection writes. */
function stateLine(request: ActionRequest): readonly Stated[] {
	const names = detailsOf(request).parts?.flatMap(({ outputs }) => outputs) ?? [];
	const written = writtenFiles(request.command, names).map((path) => stateEdit([path])[0]);
	if (written.includes(undefined)) return [];
	const edits = written.flatMap((stated) => stated ?? []);
	return stateCommand(request).map((stated) => (edits.length === 0 ? stated : joinStated([stated, ...edits])));
}

function stateEdit(paths: readonly PathFact[]): readonly Stated[] {
	const [path, ...others] = paths;
	if (path === undefined || others.length > 0 || !isInside(path)) return [];
	// In an additional directory the whole path names it.
	const name = path.relative ?? path.real;
	// The parser of rules trims, so a name that starts or ends with a blank would become another.
	if (name === null || name === '' || name === path.root || name !== name.trim()) return [];
	// Files that make programs run: each change is asked about.
	if (autoRunPartOf(path) !== null) return [];
	const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')));
	const exact = { texts: [`Edit(${escapeGlob(name)})`], words: `edits of ${name}` };
	// At the top the folder would be the whole workspace: that is a mode, not a rule.
	if (folder === '' || folder === path.root || folder !== folder.trim()) return [exact];
	return [exact, { texts: [`Edit(${escapeGlob(folder)}/**)`], words: `edits of every file below ${folder}/` }];
}

function escapeGlob(path: string): string {
	return path.replaceAll(/[\\*?[\]{}]/g, '\\$&');
}

function stateMcp({ server, tool }: { readonly server: string; readonly tool: string }): readonly Stated[] {
	const isPlain = (name: string) => name !== '' && name === name.trim() && !/[*/]/.test(name);
	if (!isPlain(server) || !isPlain(tool)) return [];
	return [
		{ texts: [`Mcp(${server}/${tool})`], words: `the tool ${tool} of the MCP server ${server}` },
		{ texts: [`Mcp(${server}/*)`], words: `every tool of the MCP server ${server}` },
	];
}

/**
 * The rules that would spare a command the failure that its sandbox made, the one that opens least first: each for exactly
 * this command. Empty where no rule can be stated for it.
 */
export function openingOffers(request: ActionRequest, obstacle: SandboxObstacle): readonly AlwaysOffer[] {
	const [exact] = alwaysRules(request);
	if (exact?.rule.matcher.type !== 'command' || exact.further.length > 0) return [];
	const { rule, words } = exact;
	const network = { text: `${rule.text} with network`, words: `${words}, and gives it the network in its sandbox` };
	const without = {
		text: `${rule.text} without sandbox`,
		words: `${words}, without a sandbox: it can do what you can`,
	};
	const offers = obstacle === 'network' ? [network, without] : [without];
	return offers.filter(({ text }) => parseRule(text, 'allow', 'session').ok);
}
