import type { App } from '../../app/app.js';
import { type Result, succeed } from '../../core/failure.js';
import type { SettingsRequest } from '../../core/settings/setting.js';
import type { LiveSettings, SettingsPort } from './interactive-options.js';

type Place = {
	readonly port: SettingsPort;
	readonly app: Pick<App, 'getState' | 'getLookups' | 'dispatch'>;
	readonly configure: (settings: LiveSettings) => void;
};

async function carryOut(
	request: Exclude<SettingsRequest, { type: 'list' }>,
	{ port, app }: Pick<Place, 'port' | 'app'>,
): Promise<Result<string>> {
	const session = app.getState();
	if (request.type === 'set') return port.change(request, session);
	const done = await port.trust(request, session);
	if (!done.ok) return done;
	app.dispatch({ type: 'mcp-trusted', mcpServers: done.value.mcpServers });
	return succeed(done.value.words);
}

/** Carries out what the screen of settings asks for, and tells what the settings are then. */
export async function carryOutSettings(request: SettingsRequest, { port, app, configure }: Place): Promise<void> {
	const session = app.getState();
	const done = request.type === 'list' ? null : await carryOut(request, { port, app });
	const now = await port.look(session);
	const before = app.getLookups().settings;
	const failed = done?.ok === false ? done : now.ok ? null : now;
	const words = failed === null ? (done?.ok === true ? done.value : null) : failed.failure.message;
	if (now.ok && request.type !== 'list') configure(now.value.live);
	app.dispatch({
		type: 'settings-known',
		list: now.ok ? now.value : (before?.list ?? null),
		untrusted: now.ok
			? now.value.waiting.map(({ file, effects }) => `${file} would ${effects}`)
			: (before?.untrusted ?? []),
		outcome: words === null ? null : { id: (before?.outcome?.id ?? 0) + 1, words, isFailure: failed !== null },
	});
}
