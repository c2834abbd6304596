import { expect, test } from 'vitest';
import { decide } from '../../../src/core/policy/decide.js';
import { request, rule } from './requests.js';

const run = (line: string) => request('execute', { command: { text: line, line, envNames: [] } });

const MESSAGE = 'fix: it\'s (nearly) `done`\n\n- costs $5\n- a \\ and "quotes"';

test.each([
	`git commit -m "$(cat <<'EOF'\n${MESSAGE}\nEOF\n)"`,
	`git add -A && git commit -m "$(cat <<'EOF'\n${MESSAGE}\nEOF\n)" && echo done`,
	`git commit -m "$(cat <<"END"\n${MESSAGE}\nEND\n)" 2>&1 | tail -3`,
	`git commit -F - <<'EOF'\n${MESSAGE}\nEOF`,
	`git commit -F - <<-EOF\n\tplain text\n\tEOF`,
	`git commit -m "$(cat <<\\EOF\n${MESSAGE}\nEOF\n)"`,
])('A rule for git commit covers a message in a here-document: %j', (line) => {
	const rules = [rule('Execute(git commit *)'), rule('Execute(git add *)')];
	expect(decide(run(line), { mode: 'default', rules }).decision).toBe('allow');
});

test.each([
	'git commit -m "$(cat <<EOF\n$(rm x)\nEOF\n)"',
	'git commit -m "$(cat <<\'EOF\'\nx\nEOF\nrm x)"',
	'git commit -m "$(cat <<\'EOF\' && rm x\nx\nEOF\n)"',
	'git commit -m "$(cat <<\'EOF\'\nx\n EOF\n)"',
	"git commit -m x <<'EOF'\nx\nEOF\nrm x",
	"git commit -m x <<'EOF'; rm x\nx\nEOF",
	'git commit -m "$(tac <<\'EOF\'\nx\nEOF\n)" $(rm x)',
	'git commit -m "$(sh <<\'EOF\'\nrm x\nEOF\n)"',
])('It covers nothing that runs beside the message: %j', (line) => {
	expect(decide(run(line), { mode: 'default', rules: [rule('Execute(git commit *)')] }).decision).toBe('ask');
});

test.each(["cat <<'EOF'\n$(rm x)\nEOF", 'grep -c x <<-E\n\tx\n\tE', "cat <<'A' <<'B'\na\nA\nb\nB"])(
	'What only reads a here-document is proven to: %j',
	(line) => {
		expect(decide(run(line), { mode: 'plan', rules: [] }).decision).toBe('allow');
	},
);

test.each(["sh <<'E'\nrm x\nE", "bash -s <<'E'\nrm x\nE", "xargs rm <<'E'\nx\nE", "cat <<'E' | sh\nrm x\nE"])(
	'A rule that denies a command holds for what a shell is fed: %j',
	(line) => {
		const verdict = decide(run(line), { mode: 'bypassPermissions', rules: [rule('Execute(rm *)', 'deny')] });
		expect(verdict.decision).not.toBe('allow');
	},
);
