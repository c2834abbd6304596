import type { App } from '../../app/app.js';
import type { SettingsRequest } from '../../core/settings/setting.js';
import type { LiveSettings, SettingsPort } from './options.js';

type Place = {
	readonly port: SettingsPort;
	readonly app: Pick<App, 'getState' | 'getLookups' | 'dispatch'>;
	readonly configure: (settings: LiveSettings) => void;
};

/** Carries out what the screen of settings asks for, and tells what the settings are then. */
export async function carryOutSettings(request: SettingsRequest, { port, app, configure }: Place): Promise<void> {
	const session = app.getState();
	const done =
		request.type === 'list'
			? null
			: request.type === 'set'
				? await port.change(request, session)
				: await port.trust(request, session);
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
