/** A vitest reporter that ends a run with one plain line: `N passed, N failed, N skipped`. */
export default class SummaryReporter {
	onTestRunEnd(modules, unhandledErrors) {
		const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
		for (const module of modules) {
			let tests = 0;
			for (const test of module.children.allTests()) {
				tests += 1;
				const { state } = test.result();
				if (state === 'passed' || state === 'failed') count[state] += 1;
				else count.skipped += 1;
			}
			// A file that does not load has no tests to fail.
			if (tests === 0 && module.state() === 'failed') count.failed += 1;
		}
		process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
	}
}
