import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ConfinementOptions } from '../../../../src/core/sandbox/confinement.js';
import type { AgentSandboxesOptions } from '../../../../src/services/sandbox/agents/agent-options.js';
import { createCommandSandbox } from '../../../../src/services/sandbox/commands/command-sandbox.js';
import { fence, madeFolder } from '../agents/fenced.js';

let at: ReturnType<typeof madeFolder>;
const home = (...names: readonly string[]): string => at('home', ...names);

beforeEach(() => {
	at = madeFolder('home/src/app', 'layers', 'root', 'else');
});

/** Makes a file with the folders around it. */
function put(path: string, text: string, mode = 0o644): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text, { mode });
	chmodSync(path, mode);
}

/** A program that says its name. */
const program = (name: string): string => `#!/bin/sh\necho ${name} runs\n`;

type Run = {
	readonly env?: Readonly<Record<string, string>>;
	readonly change?: Partial<ConfinementOptions>;
	readonly more?: Partial<AgentSandboxesOptions>;
	readonly args?: readonly string[];
	readonly command?: string;
};

/** What a line of a fenced agent wrote. */
async function agent(line: string, { env = {}, change = {}, more = {}, command, args }: Run = {}): Promise<string> {
	const fenced = await fence(at, {
		options: { workspace: home('src/app'), layers: async () => at('layers'), homes: at('homes'), ...more },
		launch: {
			...{ command: command ?? '/bin/sh', args: args ?? ['-c', line], cwd: home('src/app') },
			env: { PATH: '/usr/bin:/bin', HOME: home(), ...env },
		},
		...{ agent: 'one', ...change },
	});
	const said = fenced.launch();
	await fenced.confinement.close();
	return said;
}

/** What a line of a command that was allowed wrote. */
async function command(line: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
	const all = { PATH: '/usr/bin:/bin', HOME: home(), ...env };
	const sandbox = createCommandSandbox({
		setting: 'require',
		env: all,
		session: () => ({ folders: [home('src/app')], home: home(), ownFolders: [] }),
		folder: async () => at('root'),
	});
	onTestFinished(() => sandbox.close());
	const access = { files: 'write', network: false, folders: [] } as const;
	const entered = await sandbox.enter({
		access,
		program: '/bin/sh',
		args: ['-c', line],
		cwd: home('src/app'),
		env: all,
	});
	if (!entered.ok || entered.value === null) throw new Error('no sandbox');
	const { file, args, env: carried, leave } = entered.value;
	const ran = spawnSync(file, [...args], { cwd: '/', env: { ...carried }, encoding: 'utf8' });
	leave();
	return `${ran.stdout}${ran.stderr}`.trim();
}

describe.runIf(process.platform === 'linux')('of the home folder', () => {
	it('nothing is there that nobody needs, whatever its name and mode', async () => {
		const places = [
			'.zhistory',
			'.unheard-of/account',
			'.config/some-app/hosts.yml',
			'.local/share/x/token',
			'notes.txt',
		];
		for (const place of places) put(home(place), 'CANARY\n', 0o644);
		for (const place of ['.cargo/credentials.toml', '.cache/x/token', '.m2/settings-security.xml', '.gem/credentials'])
			put(home(place), 'CANARY\n', 0o600);
		put(home('.local/bin/kept-key'), 'CANARY\n', 0o600);
		const line = `grep -rl CANARY ${home()} 2>/dev/null; ls -A ${home()}; true`;
		expect(await agent(line)).not.toMatch(/CANARY|canary|history|unheard|notes|kept-key$/im);
		expect(await command(line)).not.toMatch(/history|unheard|notes/);
		expect(await agent(`cat ${home('.local/bin/kept-key')}`)).not.toContain('CANARY');
	});

	it('nothing is there, or elsewhere, that a variable leads to', async () => {
		put(at('else/kube'), 'CANARY\n', 0o644);
		put(at('else/cloud/db'), 'CANARY\n', 0o600);
		put(home('.nvm/kube'), 'CANARY\n', 0o644);
		put(home('.config/gh/hosts.yml'), 'CANARY\n');
		const env = {
			KUBECONFIG: `${at('else/kube')}:${home('.nvm/kube')}`,
			CLOUDSDK_CONFIG: at('else/cloud'),
			GH_CONFIG_DIR: home('.config/gh'),
		};
		const line = `cat ${Object.values(env).join(' ').replace(':', ' ')}/* ${at('else/cloud/db')} 2>/dev/null; true`;
		expect(await agent(line, { env, more: { readable: [at('else')] } })).toBe('');
		expect(await command(line, env)).toBe('');
	});

	it('what runs programs is there: managers, folders of the PATH, what links lead to, modules around', async () => {
		put(home('.nvm/versions/node/v1/bin/tool'), program('tool'), 0o755);
		put(home('opt/app-2/bin/app'), program('app'), 0o755);
		put(home('.data/venvs/py/bin/black'), '#!/bin/sh\n. "$(dirname "$(readlink -f "$0")")/../lib/part"\n', 0o755);
		put(home('.data/venvs/py/lib/part'), 'echo part runs\n');
		put(home('src/node_modules/dep/index.js'), 'dep\n');
		symlinkSync('opt/app-2', home('app'));
		mkdirSync(home('.local/bin'), { recursive: true });
		symlinkSync('../../.data/venvs/py/bin/black', home('.local/bin/black'));
		const env = { PATH: `${home('.nvm/versions/node/v1/bin')}:${home('app/bin')}:${home('.local/bin')}:/usr/bin:/bin` };
		const line = 'tool; app; black; cat ../node_modules/dep/index.js';
		for (const said of [await agent(line, { env }), await command(line, env)])
			expect(said).toBe('tool runs\napp runs\npart runs\ndep');
	});

	it('a link that the repository brings opens nothing', async () => {
		put(home('.secret/key/id'), 'CANARY\n');
		mkdirSync(home('src/app/bin'));
		symlinkSync(home('.secret/key/id'), home('src/app/bin/tool'));
		const env = { PATH: `${home('src/app/bin')}:/usr/bin:/bin` };
		for (const said of [await agent('cat bin/tool', { env }), await command('cat bin/tool', env)])
			expect(said).not.toContain('CANARY');
	});

	it('settings of tools and shells are there without their keys', async () => {
		const token = '//registry/:_authToken=CANARY-1\nregistry=https://mirror.example/npm\n';
		put(home('.npmrc'), token, 0o600);
		put(home('.bashrc'), 'export GITHUB_TOKEN=CANARY-2\nexport PATH=$HOME/bin:$PATH\n');
		put(home('.config/pip/pip.conf'), '[global]\nindex-url = https://me:CANARY-3@pypi.example\ntimeout = 60\n');
		put(home('.bash_profile'), 'alias ll="ls -l"\n', 0o600);
		const said = await agent('cat ~/.npmrc ~/.bashrc ~/.config/pip/pip.conf ~/.bash_profile');
		expect(said).not.toContain('CANARY');
		expect(said).toContain('registry=https://mirror.example/npm');
		expect(said).toContain('export PATH=$HOME/bin:$PATH');
		expect(said).toContain('timeout = 60');
		expect(await command('cat ~/.npmrc ~/.bashrc ~/.config/pip/pip.conf 2>/dev/null; true')).not.toContain('CANARY');
	});

	it('settings of git are there without their keys, in agents and commands, whoever may read them', async () => {
		const text = [
			'[user]\n\tname = Somebody\n\tsigningkey = 3AA5C34371567BD2A1B2C3D4E5F6A7B8',
			'[http]\n\textraHeader = "Authorization: Basic CANARY1"\n\textraheader = X-Auth: CANARY2',
			'[github]\n\ttoken = CANARY3\n[sendemail]\n\tsmtpPass = CANARY4\n\tsmtpServer = mail.example',
			'[url "https://me:CANARY5@github.com/"]\n\tinsteadOf = https://github.com/',
			'[core]\n\tsshCommand = sshpass -p CANARY6 ssh\n\teditor = vim',
			'[credential]\n\thelper = "!f() { echo username=x; echo password=CANARY7; }; f"\n\thelper = cache',
			'[include]\n\tpath = ~/.git-work',
			'',
		].join('\n');
		for (const mode of [0o600, 0o644]) {
			put(home('.gitconfig'), text, mode);
			put(home('.config/git/config'), text, mode);
			put(home('.git-work'), '[alias]\n\tl = log\n[gitlab]\n\ttoken = CANARY8\n', mode);
			const line = 'cat ~/.gitconfig ~/.config/git/config ~/.git-work; git config user.name; git config alias.l';
			for (const said of [await agent(line), await command(line)]) {
				expect(said).not.toContain('CANARY');
				expect(said).not.toContain('insteadOf');
				for (const kept of ['Somebody', 'signingkey', 'smtpServer', 'editor = vim', 'helper = cache', '\nlog'])
					expect(said).toContain(kept);
			}
		}
	});

	it('an agent has a layer of its own, which is there again the next time, and nobody else sees', async () => {
		expect(await agent('mkdir -p ~/.any/data && echo mine >~/.any/data/account && cat ~/.any/data/account')).toBe(
			'mine',
		);
		expect(existsSync(home('.any'))).toBe(false);
		expect(await agent('cat ~/.any/data/account')).toBe('mine');
		expect(await agent('cat ~/.any/data/account', { change: { agent: 'two' } })).toContain('No such file');
		expect(await agent('cat ~/.any/data/account', { more: { homes: at('elsewhere') } })).toContain('No such file');
		expect(readdirSync(at('homes'))).toHaveLength(2);
	});

	it('what the agent leaves in its layer leads nothing elsewhere', async () => {
		put(home('.nvm/nvm.sh'), 'nvm\n');
		put(home('.ssh/id'), 'CANARY\n', 0o600);
		await agent('true');
		const [name = ''] = readdirSync(at('homes'));
		rmSync(join(at('homes'), name, '.nvm'), { recursive: true });
		symlinkSync(home('.ssh'), join(at('homes'), name, '.nvm'));
		writeFileSync(join(at('homes'), name, 'src-of-mine'), 'kept\n');
		expect(await agent('cat ~/.nvm/nvm.sh ~/src-of-mine; ls -A ~/.ssh')).toMatch(/^nvm\nkept\n.*No such file/);
		expect(readFileSync(home('.ssh/id'), 'utf8')).toBe('CANARY\n');
	});

	it('its way to the workspace cannot be led elsewhere: it is read-only in plan mode all the same', async () => {
		const said = await agent('mv ~/src ~/moved; echo x >~/src/app/new; true', { change: { access: 'read' } });
		expect(said).toMatch(/busy.*Read-only/s);
		expect(existsSync(home('src/app/new'))).toBe(false);
	});

	it('a program is seen wherever it lies: in the home folder, or a temporary folder', async () => {
		put(home('work/tool/agent.sh'), '#!/bin/sh\n. "$(dirname "$0")/part.sh"\n', 0o755);
		put(home('work/tool/part.sh'), 'echo runs\n');
		put(at('else/node_modules/pkg/bin/agent'), '#!/bin/sh\ncat "$(dirname "$0")/../../dep/text"\n', 0o755);
		put(at('else/node_modules/dep/text'), 'dep\n');
		expect(await agent('', { command: home('work/tool/agent.sh'), args: [] })).toBe('runs');
		expect(await agent('', { command: at('else/node_modules/pkg/bin/agent'), args: [] })).toBe('dep');
	});
});
