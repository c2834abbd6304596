import { spawnSync } from 'node:child_process';

/** Files named at the end as the slowest. */
const SLOWEST = 10;

/**
 * A vitest reporter that ends a run with one plain line, `N passed, N failed, N skipped`. Before it: the slowest files,
 * what this machine could not test, and every test that passed at the second attempt only, which has to be mended.
 */
export default class SummaryReporter {
	onTestRunEnd(modules, unhandledErrors) {
		const retried = [];
		const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
		for (const module of modules) {
			let tests = 0;
			for (const test of module.children.allTests()) {
				tests += 1;
				const { state } = test.result();
				if (state === 'passed' || state === 'failed') count[state] += 1;
				else count.skipped += 1;
				if (test.diagnostic()?.flaky) retried.push(`${module.relativeModuleId} > ${test.fullName}`);
			}
			// A file that does not load has no tests to fail.
			if (tests === 0 && module.state() === 'failed') count.failed += 1;
		}
		if (modules.length > SLOWEST) tellSlowest(modules);
		if (process.platform === 'linux' && spawnSync('unshare', ['--user', '--map-root-user', 'true']).status !== 0) {
			process.stdout.write('\nwarning: this machine has no user namespaces: sandboxes were not tested\n');
		}
		for (const name of retried) process.stdout.write(`\npassed at the second attempt only: ${name}`);
		process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
	}
}

function tellSlowest(modules) {
	const timed = modules.map((module) => ({ name: module.relativeModuleId, took: module.diagnostic().duration }));
	const slowest = timed.sort((one, other) => other.took - one.took).slice(0, SLOWEST);
	process.stdout.write('\nSlowest files:\n');
	for (const { name, took } of slowest) process.stdout.write(`${(took / 1000).toFixed(1).padStart(6)} s  ${name}\n`);
}
