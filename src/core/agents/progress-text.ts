import type { InstallProgress } from './installer.js';

export const waitingText = 'Waiting for another acp-tui that is changing this agent…';

export function progressText({ step, bytes, totalBytes, count }: InstallProgress): string {
	const known =
		bytes === null ? '' : totalBytes === null ? ` ${size(bytes)}` : ` ${size(bytes)} of ${size(totalBytes)}`;
	switch (step) {
		case 'waiting':
			return waitingText;
		case 'downloading':
			return `Downloading…${known}`;
		case 'unpacking':
			return `Unpacking…${count === null || count === 0 ? '' : ` ${count} files,`}${known}`;
		case 'fetching':
			return `Fetching packages…${count === null || count === 0 ? '' : ` ${count},`}${known}`;
		case 'scripts':
			return 'Running install scripts…';
	}
}

function size(bytes: number): string {
	return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
