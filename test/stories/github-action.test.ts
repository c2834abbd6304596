import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { openDesk, program, root } from '../drive/desk.js';

type Job = { readonly steps: readonly { readonly run?: string }[] };

const page = readFileSync(join(root, 'docs/scripting.md'), 'utf8');
const [, block = ''] = /^```yaml\n([\s\S]*?)^```/m.exec(page) ?? [];
const { jobs } = parse(block) as { readonly jobs: { readonly review: Job } };
const steps = jobs.review.steps.flatMap(({ run }) => run?.replaceAll('claude', 'demo') ?? []);

test('The steps of the GitHub Action in the docs run as a script, with the demo agent in place of another.', () => {
	const desk = openDesk();
	const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: desk.workspace, env: { ...desk.env } });
	git('update-ref', 'refs/remotes/origin/main', 'HEAD');
	desk.write('notes.md', '# Notes\n\n- another one\n');
	git('commit', '-q', '-a', '-m', 'Change');
	const bin = join(desk.home, 'bin');
	mkdirSync(bin);
	const command = (name: string, script: string): void => {
		writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
		chmodSync(join(bin, name), 0o755);
	};
	// The program is here already, and the demo agent needs no installation.
	command('npm', 'echo "$*" >> "$HOME/npm"');
	command(
		'acp-tui',
		`[ "$1" = agents ] && echo "$*" >> "$HOME/npm" && exit\nexec '${process.execPath}' '${program}' "$@"`,
	);
	const summary = join(desk.home, 'summary.md');
	const env = {
		...desk.env,
		PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
		GITHUB_BASE_REF: 'main',
		GITHUB_STEP_SUMMARY: summary,
	};
	expect(steps).toHaveLength(2);
	for (const step of steps) {
		// As GitHub runs a step.
		const { status, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', step], {
			cwd: desk.workspace,
			env,
			encoding: 'utf8',
		});
		expect(status, `${step}\n${stderr}`).toBe(0);
	}
	expect(readFileSync(join(desk.home, 'npm'), 'utf8')).toBe('install -g acp-tui\nagents install demo --yes\n');
	expect(desk.read('change.diff')).toContain('+- another one');
	expect(readFileSync(summary, 'utf8')).toContain('nothing was changed');
});
