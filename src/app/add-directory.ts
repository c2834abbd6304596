import type { Ports } from '../core/ports.js';
import { NO_FOLDERS } from './messages.js';
import type { Store } from './store.js';

export async function addDirectory(
	{ folders }: Pick<Ports, 'folders'>,
	path: string,
	dispatch: Store['dispatch'],
): Promise<void> {
	if (folders === undefined) {
		dispatch({ type: 'effect-failed', failure: { code: 'internal', message: NO_FOLDERS } });
		return;
	}
	const result = await folders.add(path);
	if (!result.ok) {
		dispatch({ type: 'effect-failed', failure: result.failure });
		return;
	}
	const { directories, added, note: remark } = result.value;
	dispatch({ type: 'directory-added', directories, added, remark });
}
