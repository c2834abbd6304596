import type { RefusedFolder } from '../../agents/sandbox-choice.js';
import type { Failure } from '../../failure.js';
import type { SessionState } from '../state.js';
import { only, type Step, withEffects } from '../step.js';
import { refusedBySandbox, type SandboxRefusal } from './refused.js';

export function lookUpRefused(state: SessionState, { path }: Pick<SandboxRefusal, 'path'>): Step {
	return path === undefined ? only(state) : withEffects(state, { type: 'look-up-folder', path });
}

/** {@link lookUpRefused} for a failure of the agent. */
export function lookUpRefusedBy(state: SessionState, failure: Failure): Step {
	return lookUpRefused(state, refusedBySandbox(state, failure) ?? {});
}

export function folderToOpen({ profile, refusedFolder }: SessionState): RefusedFolder | null {
	return refusedFolder?.launch === profile.launch ? refusedFolder : null;
}
