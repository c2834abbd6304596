import { test } from 'vitest';
import { launch } from '../drive/screen.js';

test('what is chosen of an agent is chosen again the next time, until it is forgotten', async () => {
	const first = await launch();
	await first.send('/model demo-large');
	await first.until('Demo Large');
	await first.send('/quit');
	await first.exit();
	const second = await launch({ desk: first.desk, until: 'Demo Large' });
	await second.send('/status');
	await second.until('model demo-large (/forget)');
	second.press('escape');
	await second.until((screen) => !screen.text().includes('(/forget)'));
	await second.send('/forget');
	await second.until('Forgot what you chose for Demo');
	await second.send('/quit');
	await second.exit();
	const third = await launch({ desk: first.desk });
	await third.send('/status');
	await third.until('Demo Small');
});
