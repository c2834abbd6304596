import type { PermissionRequest } from '../../src/core/permission-request.js';
import type { PermissionOption } from '../../src/core/policy/policy-types.js';

/** The answers that an agent offers, allow always first as some do. */
export const OPTIONS: readonly PermissionOption[] = [
	{ id: 'always', name: 'Always', kind: 'allow_always' },
	{ id: 'yes', name: 'Yes', kind: 'allow_once' },
	{ id: 'no', name: 'No', kind: 'reject_once' },
];

/** A permission request to edit `/w/a.ts`. */
export function editRequest(content = 'new', parts: Partial<PermissionRequest> = {}): PermissionRequest {
	return {
		sessionId: 's1',
		patch: {
			id: 'c1',
			title: 'Edit a.ts',
			kind: 'edit',
			content: [{ type: 'diff', path: '/w/a.ts', oldText: 'old', newText: content }],
		},
		options: OPTIONS,
		isExitPlan: false,
		paths: ['/w/a.ts'],
		...parts,
	};
}

/** A permission request to run a line of a shell. */
export function runRequest(line: string, parts: Partial<PermissionRequest> = {}): PermissionRequest {
	return {
		sessionId: 's1',
		patch: { id: 'c2', title: line, kind: 'execute' },
		options: OPTIONS,
		isExitPlan: false,
		paths: [],
		command: { line },
		...parts,
	};
}
