import type { ClockPort } from '../../core/ports.js';
import { dropReports, noReports } from './drop-reports.js';
import { observeReads } from './observe-input.js';
import { emptyScan, scanReports, type TerminalReport } from './scan-reports.js';

/** What watching raw input needs. */
export type ReportsOptions = {
	readonly clock: ClockPort;
	readonly stdin: Parameters<typeof observeReads>[0];
	readonly report: (report: Exclude<TerminalReport, { type: 'focus' }>) => void;
	readonly focus: (isFocused: boolean) => void;
	/** Takes out answers that somebody waits for; all others are dropped behind it. */
	readonly filter?: (text: string) => string;
	/** Standard input is somebody else's: nothing of it is looked at. */
	readonly isLent: () => boolean;
};

/** Watches raw input for what Ink does not deliver. Returns the way to stop. */
export function watchReports({ clock, stdin, report, focus, filter, isLent }: ReportsOptions): () => void {
	let scan = emptyScan;
	let strays = noReports;
	const withoutReports = (text: string): string => {
		const dropped = dropReports(strays, text, clock.now());
		strays = dropped.state;
		return dropped.text;
	};
	return observeReads(
		stdin,
		(chunk) => {
			if (isLent()) return;
			const found = scanReports(scan, chunk);
			scan = found.scan;
			for (const each of found.reports) {
				if (each.type === 'focus') focus(each.isFocused);
				else report(each);
			}
		},
		(text) => (isLent() ? text : withoutReports(filter === undefined ? text : filter(text))),
	);
}
