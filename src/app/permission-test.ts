import { decide } from '../core/policy/decide.js';
import { mayRunInLayer } from '../core/policy/in-layer.js';
import { modeLabel } from '../core/policy/modes.js';
import type { PermissionTarget } from '../core/policy/test-target.js';
import { type ActionRequest, type CommandFact, MODES, type Mode, type PolicyContext } from '../core/policy/types.js';
import type { Ports } from '../core/ports.js';
import { type CommandPorts, withFindings } from './command-findings.js';

/**
 * Policy verdict on a target in every mode, as a note; nothing is done. Names where the client's own file methods
 * decide otherwise, and commands that run on a copy of the workspace where `commandLayer` can.
 */
export async function testPermission(
	target: PermissionTarget,
	context: (mode: Mode) => PolicyContext,
	ports: CommandPorts & Pick<Ports, 'commandLayer'>,
	cwd: string,
): Promise<{ readonly title: string; readonly detail: string }> {
	const request = await requestOf(target, ports, cwd);
	const detail = [verdicts(request, context)];
	const client = doorOf(request);
	if (client !== null) {
		const words = verdicts({ ...request, source: client }, context);
		if (words !== detail[0]) detail.push(`through the client’s own file access:\n${words}`);
	}
	const layered = MODES.filter((mode) => mayRunInLayer({ ...request, source: 'terminal' }, context(mode))).map(
		modeLabel,
	);
	if (layered.length > 0 && (await ports.commandLayer?.isAvailable()) === true)
		detail.push(
			`in acp-tui’s terminals (${layered.join(', ')}) it runs on a copy of the workspace first; only what it changed is then decided about`,
		);
	return { title: `Dry run: ${request.title}`, detail: detail.join('\n') };
}

async function requestOf(target: PermissionTarget, ports: CommandPorts, cwd: string): Promise<ActionRequest> {
	const common = { source: 'permission', paths: [], diffs: [] } as const;
	switch (target.type) {
		case 'command': {
			const command: CommandFact = { text: target.line, line: target.line, envNames: [] };
			const workspace = (await ports.files.inspect(cwd)).real ?? cwd;
			return {
				...common,
				kind: 'execute',
				title: target.line,
				command: await withFindings(command, workspace, ports),
			};
		}
		case 'path': {
			// A user's path is relative to the workspace; an agent's is absolute.
			const path = await ports.files.inspect(target.path.startsWith('/') ? target.path : `${cwd}/${target.path}`);
			return { ...common, kind: target.kind, title: `${target.kind} ${path.relative ?? target.path}`, paths: [path] };
		}
		case 'fetch':
			return { ...common, kind: 'fetch', title: `fetch from ${target.host}`, host: target.host };
		case 'mcp':
			return {
				...common,
				kind: 'other',
				title: `${target.tool} of the MCP server ${target.server}`,
				mcp: { server: target.server, tool: target.tool },
			};
	}
}

function doorOf({ kind, paths }: ActionRequest): 'fs-read' | 'fs-write' | null {
	if (paths.length === 0) return null;
	return kind === 'read' ? 'fs-read' : kind === 'edit' ? 'fs-write' : null;
}

function verdicts(request: ActionRequest, context: (mode: Mode) => PolicyContext): string {
	return MODES.map((mode) => {
		const { decision, because } = decide(request, context(mode));
		return `${modeLabel(mode).padEnd(20)}${decision.padEnd(7)}${because}`;
	}).join('\n');
}
