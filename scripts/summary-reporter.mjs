/**
 * A vitest reporter that ends a run with one plain line, `N passed, N failed, N skipped`, and before it names every
 * test that failed at first and passed when it was tried again: such a test has to be mended.
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
		for (const name of retried) process.stdout.write(`\npassed at the second attempt only: ${name}`);
		process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
	}
}
