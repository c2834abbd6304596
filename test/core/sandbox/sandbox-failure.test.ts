import { describe, expect, test } from 'vitest';
import type { CommandAccess } from '../../../src/core/sandbox/command-access.js';
import {
	type EndedCommand,
	missingPaths,
	refusedPorts,
	sandboxFailure,
} from '../../../src/core/sandbox/sandbox-failure.js';

const CHANGES: CommandAccess = { files: 'write', network: false, folders: [] };
const READS: CommandAccess = { files: 'read' };

function ended(text: string, code: number | null, output: string, access = CHANGES): EndedCommand {
	const [program = ''] = text.split(' ');
	return { text, program, exit: { code, signal: null }, output, access };
}

/** What programs really print without a network and on a read-only file system. */
const NETWORK: readonly (readonly [command: string, code: number, output: string])[] = [
	[
		'git clone https://git.example.com/x.git',
		128,
		"Cloning into 'x'...\nfatal: unable to access 'https://git.example.com/x.git/': Could not resolve host: git.example.com\n",
	],
	[
		'git ls-remote ssh://git@git.example.com/x.git',
		128,
		'ssh: Could not resolve hostname git.example.com: Temporary failure in name resolution\r\nfatal: Could not read from remote repository.\r\n\r\nPlease make sure you have the correct access rights\r\nand the repository exists.\r\n',
	],
	[
		'curl https://example.com/',
		6,
		'  0     0    0     0 --:--:--     0curl: (6) Could not resolve host: example.com\r\n',
	],
	['curl -s https://example.com/', 6, ''],
	[
		'curl -sS http://192.0.2.1/',
		7,
		"curl: (7) Failed to connect to 192.0.2.1 port 80 after 0 ms: Couldn't connect to server\n",
	],
	['wget -q https://example.com/', 4, ''],
	['wget https://example.com/', 4, 'wget: unable to resolve host address ‘example.com’\n'],
	[
		'npm install left-pad',
		1,
		'npm error code EAI_AGAIN\nnpm error syscall getaddrinfo\nnpm error errno EAI_AGAIN\nnpm error request to https://registry.example.com/left-pad failed, reason: getaddrinfo EAI_AGAIN registry.example.com\n',
	],
	[
		'npm install',
		1,
		'\u001b[31mnpm error\u001b[39m network request to https://registry.example.com/x failed, reason: getaddrinfo ENOTFOUND registry.example.com\n',
	],
	[
		'pip install requests',
		1,
		"WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/requests/\nERROR: Could not find a version that satisfies the requirement requests (from versions: none)\nERROR: No matching distribution found for requests\n",
	],
	[
		'python3 fetch.py',
		1,
		'  File "urllib/request.py", line 1351, in do_open\n    raise URLError(err)\nurllib.error.URLError: <urlopen error [Errno -3] Temporary failure in name resolution>\n',
	],
	['python3 connect.py', 1, '    sock.connect(sa)\nOSError: [Errno 101] Network is unreachable\n'],
	[
		'node fetch.mjs',
		1,
		"TypeError: fetch failed\n    at node:internal/deps/undici/undici:14976:13 {\n  [cause]: Error: getaddrinfo EAI_AGAIN example.com\n      at GetAddrInfoReqWrap.onlookupall [as oncomplete] (node:dns:122:26) {\n    errno: -3001,\n    code: 'EAI_AGAIN',\n    syscall: 'getaddrinfo',\n    hostname: 'example.com'\n  }\n}\n",
	],
	[
		'cargo build',
		101,
		"    Updating crates.io index\nwarning: spurious network error (3 tries remaining): [6] Couldn't resolve host name (Could not resolve host: index.crates.io)\nerror: failed to download from `https://index.crates.io/config.json`\n\nCaused by:\n  [6] Couldn't resolve host name (Could not resolve host: index.crates.io)\n",
	],
	[
		'go build ./...',
		1,
		'go: example.com/x@v1.0.0: Get "https://proxy.example.com/example.com/x/@v/v1.0.0.mod": dial tcp: lookup proxy.example.com on 10.0.0.2:53: dial udp 10.0.0.2:53: connect: network is unreachable\n',
	],
	[
		'go get example.com/x',
		1,
		'go: example.com/x: Get "https://proxy.example.com/x": dial tcp: lookup proxy.example.com on [::1]:53: read udp [::1]:4->[::1]:53: read: connection refused\n',
	],
	[
		'make',
		2,
		'curl -fsS https://example.com/\ncurl: (6) Could not resolve host: example.com\nmake: *** [Makefile:2: all] Error 6\n',
	],
];

const READ_ONLY: readonly (readonly [command: string, code: number, output: string])[] = [
	['git add f', 128, "fatal: Unable to create '/w/.git/index.lock': Read-only file system\n"],
	['git config user.name x', 255, 'error: could not lock config file .git/config: Read-only file system\n'],
	['git fetch .', 255, "error: cannot open '.git/FETCH_HEAD': Read-only file system\n"],
	['touch x', 1, "touch: cannot touch 'x': Read-only file system\n"],
	['sh -c "echo a > g"', 2, 'sh: 1: cannot create g: Read-only file system\n'],
	[
		'make',
		2,
		"cp f out\ncp: cannot create regular file 'out': Read-only file system\nmake: *** [Makefile:3: out] Error 1\n",
	],
	[
		'node write.mjs',
		1,
		"    at node:internal/main/eval_string:51:3 {\n  errno: -30,\n  code: 'EROFS',\n  syscall: 'open',\n  path: '/home/me/x'\n}\n\nNode.js v24.0.0\n",
	],
	['python3 -m venv /srv/v', 1, "Error: [Errno 30] Read-only file system: '/srv/v'\n"],
	[
		'npm install --offline',
		226,
		"npm error code EROFS\nnpm error syscall open\nnpm error path /home/me/.npm/x\nnpm error rofs EROFS: read-only file system, open '/home/me/.npm/x'\n",
	],
	[
		'cargo build',
		101,
		'error: failed to open: /home/me/.cargo/registry/.package-cache\n\nCaused by:\n  Read-only file system (os error 30)\n',
	],
	[
		'go build',
		1,
		'failed to initialize build cache at /home/me/.cache/go-build: mkdir /home/me/.cache/go-build: read-only file system\n',
	],
	[
		'pip install --user x',
		1,
		"ERROR: Could not install packages due to an OSError: [Errno 30] Read-only file system: '/home/me/.local/lib'\n",
	],
];

describe('A failure by the sandbox is recognised:', () => {
	test.each(NETWORK)('%s, exit code %d, by the network', (command, code, output) => {
		expect(sandboxFailure(ended(command, code, output))).toMatchObject({ obstacle: 'network' });
	});

	test.each(READ_ONLY)('%s, exit code %d, by what it may not change', (command, code, output) => {
		expect(sandboxFailure(ended(command, code, output))).toMatchObject({ obstacle: 'read-only' });
	});

	test.each([
		[
			'docker ps',
			1,
			'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?\n',
			'service',
		],
		['ssh-add -l', 2, 'Could not open a connection to your authentication agent.\n', 'service'],
		['systemctl --user status', 1, 'Failed to connect to bus: No such file or directory\n', 'service'],
		[
			'sudo true',
			1,
			'sudo: The "no new privileges" flag is set, which prevents sudo from running as root.\n',
			'privileges',
		],
		[
			'npx playwright test',
			1,
			'FATAL:zygote_host_impl_linux.cc(127)] No usable sandbox! Update your kernel\n',
			'privileges',
		],
	])('%s, exit code %d', (command, code, output, obstacle) => {
		expect(sandboxFailure(ended(command, code, output))).toMatchObject({ obstacle, line: output.trim() });
	});
});

describe('An ordinary failure is none of the sandbox:', () => {
	test.each<[string, number | null, string]>([
		[
			'git push',
			1,
			"! [rejected] main -> main (fetch first)\nerror: failed to push some refs to 'https://git.example.com/x'\n",
		],
		['git checkout nowhere', 1, "error: pathspec 'nowhere' did not match any file(s) known to git\n"],
		['git commit -m x', 1, 'On branch main\nnothing to commit, working tree clean\n'],
		['npm test', 1, 'npm error Missing script: "test"\n'],
		['npm install nope', 1, 'npm error code E404\nnpm error 404 Not Found - GET https://registry.example.com/nope\n'],
		['curl -f http://localhost/x', 22, 'curl: (22) The requested URL returned error: 404\n'],
		['cargo build', 101, 'error[E0308]: mismatched types\nerror: could not compile `x`\n'],
		['pip install nope', 1, 'ERROR: No matching distribution found for nope\n'],
		['go test ./...', 1, '--- FAIL: TestX (0.00s)\nFAIL\n'],
		['python3 a.py', 1, "FileNotFoundError: [Errno 2] No such file or directory: 'data.csv'\n"],
		['python3 a.py', 1, "ModuleNotFoundError: No module named 'requests'\n"],
		['node a.mjs', 1, "Error: Cannot find module './b.mjs'\n"],
		['node server.mjs', 1, 'Error: connect ECONNREFUSED 127.0.0.1:5432\n'],
		['make', 2, "make: *** No rule to make target 'x'.  Stop.\n"],
		['./build.sh', 126, 'bash: ./build.sh: Permission denied\n'],
		['vitest run', 1, "AssertionError: expected 'EROFS: read-only file system' to be 'x'\n"],
		['vitest run', 1, '- getaddrinfo ENOTFOUND a\n+ getaddrinfo ENOTFOUND b\n  × reports EAI_AGAIN as offline 3ms\n'],
		// It went well, or was ended.
		['curl https://example.com/', 0, 'curl: (6) Could not resolve host: example.com\n'],
		['curl https://example.com/', null, 'curl: (6) Could not resolve host: example.com\n'],
		['npm run dev', 130, 'npm error code EROFS\n'],
		['curl -sf https://example.com/', 22, ''],
	])('%s, exit code %s: %j', (command, code, output) => {
		expect(sandboxFailure(ended(command, code, output))).toBeNull();
	});

	test('the network, where that was open', () => {
		for (const [command, code, output] of NETWORK) {
			expect(sandboxFailure(ended(command, code, output, { ...CHANGES, network: true }))).toBeNull();
		}
	});

	test('what a command that only reads found in files', () => {
		const found = 'src/fs.ts:12:  // Read-only file system\nnotes:3: fatal: getaddrinfo EAI_AGAIN\n';
		expect(sandboxFailure(ended('grep -rn Read src nowhere', 2, found, READS))).toBeNull();
		expect(sandboxFailure(ended('cat a nowhere', 1, 'EROFS\nNetwork is unreachable\n', READS))).toBeNull();
		expect(
			sandboxFailure(
				ended('git status', 128, "fatal: Unable to create '.git/index.lock': Read-only file system\n", READS),
			),
		).toMatchObject({ obstacle: 'read-only' });
		expect(
			sandboxFailure(ended('git status', 128, '/usr/bin/git: index.lock: Read-only file system\n', READS)),
		).not.toBeNull();
		expect(sandboxFailure(ended('ls | tee x', 1, 'tee: x: Read-only file system\n', READS))).not.toBeNull();
	});

	test('what stood far above the end of its output, or in an endless line', () => {
		const long = `touch: a: Read-only file system\n${'ok\n'.repeat(100)}`;
		expect(sandboxFailure(ended('make', 2, long))).toBeNull();
		expect(sandboxFailure(ended('make', 2, `${'x'.repeat(3000)} Read-only file system\n`))).toBeNull();
	});
});

test('paths that a failed command missed are found, each once, and no more than a few', () => {
	const output = [
		'cat: /home/me/.aws/config: No such file or directory',
		"Error: ENOENT: no such file or directory, open '/home/me/.npmrc'",
		'open("/home/me/.npmrc"): Permission denied',
		'relative/path: No such file or directory',
		'see https://example.com/help: No such file or directory',
		'/home/me/fine is there',
	].join('\n');
	const paths = missingPaths(ended('node a.mjs', 1, output)).map(({ path }) => path);
	expect(paths.sort()).toEqual(['/home/me/.aws/config', '/home/me/.npmrc']);
	expect(missingPaths(ended('node a.mjs', 0, output))).toEqual([]);
	const refused = "/usr/bin/touch: cannot touch '/home/me/new/file': Permission denied\n";
	const ofRefused = missingPaths(ended('touch /home/me/new/file', 1, refused)).map(({ path }) => path);
	expect(ofRefused).toEqual(['/usr/bin/touch', '/home/me/new/file', '/home/me/new']);
	const many = Array.from({ length: 50 }, (_, at) => `ENOENT: open '/home/me/${at}'`).join('\n');
	expect(missingPaths(ended('node a.mjs', 1, many))).toHaveLength(8);
});

test.each([
	['node', 'Error: connect ECONNREFUSED 127.0.0.1:5432', [5432]],
	['node, IPv6', 'Error: connect ECONNREFUSED ::1:3000', [3000]],
	[
		'psql',
		'psql: error: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused',
		[5432],
	],
	['redis-cli', 'Could not connect to Redis at 127.0.0.1:6379: Connection refused', [6379]],
	['go', 'dial tcp [::1]:8080: connect: connection refused', [8080]],
	['wget', 'Connecting to localhost (localhost)|127.0.0.1|:8080... failed: Connection refused.', [8080]],
	['requests', "HTTPConnectionPool(host='localhost', port=8000): Max retries exceeded (Connection refused)", [8000]],
	['mysql', "ERROR 2003 (HY000): Can't connect to MySQL server on '127.0.0.1:3306' (111)", [3306]],
	['another machine', 'connect ECONNREFUSED 10.0.0.7:5432', []],
	['no port', 'ConnectionRefusedError: [Errno 111] Connection refused', []],
	['no refusal', 'Listening on http://localhost:3000', []],
	['no port at all', 'connect ECONNREFUSED 127.0.0.1:99999', []],
])('ports of this machine that refused a command are found in the words of %s', (_, line, ports) => {
	expect(refusedPorts(ended('npm test', 1, `${line}\n`)).map(({ port }) => port)).toEqual(ports);
	expect(refusedPorts(ended('npm test', 0, `${line}\n`))).toEqual([]);
	expect(refusedPorts(ended('npm test', 1, `${line}\n`, { files: 'write', network: true, folders: [] }))).toEqual([]);
});
