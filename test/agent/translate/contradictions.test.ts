import { expect, test } from 'vitest';
import { contradictionsOf, type Known } from '../../../src/agent/translate/input/contradictions.js';
import type { ToolKind } from '../../../src/core/tool-call.js';

const NOTHING: Known = { hasCommand: false, isTodoList: false, isEdit: false, paths: [], values: [] };

test.each<[Partial<Known>, ToolKind, readonly ToolKind[], readonly ToolKind[]]>([
	[{ hasCommand: true }, 'execute', ['read', 'search', 'think', 'execute'], ['other', 'edit', 'fetch']],
	[{ hasCommand: true }, 'other', ['other', 'read', 'execute'], ['edit', 'fetch']],
	[{ isTodoList: true }, 'think', ['other', 'think', 'read'], ['edit', 'execute']],
	[{ isEdit: true }, 'other', ['other', 'read', 'edit'], ['execute', 'delete']],
	[{}, 'read', ['read', 'search', 'think'], ['other', 'edit', 'execute']],
	[{}, 'edit', ['read', 'edit'], ['other', 'execute', 'delete']],
	[{}, 'fetch', ['other', 'execute', 'edit'], []],
])('%j as %s contradicts none of %j, and each of %j', (known, kind, fitting, others) => {
	const announced = { kinds: [...fitting, ...others], toolNames: [], malformedFields: [], paths: [], commands: [] };
	const reasons = contradictionsOf({ id: 'call', kind, announced }, { ...NOTHING, ...known });
	expect(reasons).toEqual(others.map((each) => `announced as ${each}`));
});
