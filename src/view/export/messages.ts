import type { Subagent } from '../../core/subagents/subagent.js';
import type { ToolStatus } from '../../core/tool-call.js';

// Headings and words of the transcript that `/export` writes as Markdown.

/** Texts are escaped by the caller. */
export const heading = {
	untitled: 'Session',
	agent: (name: string, version: string): string => `Agent: ${name} ${version}`.trimEnd(),
	directory: (path: string): string => `Directory: ${path}`,
	session: (id: string): string => `Session: ${id}`,
	exported: (time: string): string => `Exported: ${time}`,
};

export const USER = 'You';
export const subAgent = (title: string): string => (title === '' ? 'Sub-agent' : `Sub-agent: ${title}`);
export const SUBAGENT_STATUS: Readonly<Record<Subagent['status'], string>> = {
	running: 'running',
	waiting: 'waiting',
	idle: 'idle',
	completed: 'done',
	failed: 'failed',
	cancelled: 'stopped',
	unknown: 'state unknown',
};
export const STEERED_USER = 'You, into the running turn';
export const PLAN = 'Plan';
export const FOR_AGENT_ONLY = 'For the agent only';
export const changedFiles = (isInPlanMode: boolean): string =>
	isInPlanMode ? 'Changed while plan mode was on' : 'Changed files';
export const compaction = (status: string): string => `Context compaction (${status})`;

/** `why` is '' where it is unknown. */
export function turnEnded(time: string, reason: string, why: string): string {
	return `The turn ended after ${time}: ${reason.replaceAll(/[_-]/g, ' ')}${why === '' ? '' : ` (${why})`}`;
}

export const STATUS: Readonly<Record<ToolStatus, string>> = {
	pending: 'waiting',
	in_progress: 'running',
	completed: 'done',
	failed: 'failed',
	cancelled: 'stopped',
};
