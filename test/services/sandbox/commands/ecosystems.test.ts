import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.js';
import { commandsOnCopy } from './on-copy.js';

/** A small project, what makes it and its caches ready, and commands of its tools. */
type Ecosystem = {
	readonly program: string;
	readonly files: Readonly<Record<string, string>>;
	readonly ready: string;
	readonly lines: readonly string[];
};

const C = '#include <stdio.h>\nint main(void) { puts("x"); return 0; }\n';
const JAVA = 'public class Main { public static void main(String[] a) { System.out.println(1); } }\n';
const GO_TEST = `package main
import ("net"; "testing")
func TestA(t *testing.T) { l, e := net.Listen("tcp", "127.0.0.1:0"); if e != nil { t.Fatal(e) }; l.Close() }
`;
const PACKAGE = JSON.stringify({
	...{ name: 'sample', version: '1.0.0', dependencies: { dep: 'file:dep' } },
	scripts: { test: 'node --test', fail: 'exit 3', prepack: 'node -e 1' },
});
const JS = {
	'package.json': PACKAGE,
	'dep/package.json': '{"name":"dep","version":"1.0.0"}',
	'a.test.js': "require('node:test')('a', () => {});\n",
};

const ECOSYSTEMS: readonly Ecosystem[] = [
	{
		...{ program: 'npm', files: JS, ready: 'npm install --offline' },
		lines: ['npm test', 'npm run fail', 'npm ci --offline', 'npm pack', 'npm pack --dry-run', 'npm ls', 'npm rebuild'],
	},
	{
		...{ program: 'pnpm', files: JS, ready: 'pnpm install --offline' },
		lines: ['pnpm test', 'pnpm run fail', 'rm -r node_modules && pnpm install --offline', 'pnpm pack', 'pnpm rebuild'],
	},
	{
		program: 'cargo',
		files: {
			'Cargo.toml': '[package]\nname = "sample"\nversion = "1.0.0"\nedition = "2021"\n',
			'src/main.rs': 'fn main() {}\n#[test]\nfn fails() { panic!() }\n',
		},
		ready: 'cargo build',
		lines: ['cargo build --release', 'cargo test', 'cargo run', 'cargo doc', 'cargo clean', 'cargo fetch --offline'],
	},
	{
		program: 'go',
		files: {
			'go.mod': 'module example.com/sample\ngo 1.18\n',
			'main.go': 'package main\nfunc main() {}\n',
			'a_test.go': GO_TEST,
		},
		ready: 'go build ./...',
		lines: [
			'go build ./...',
			'go test ./...',
			'go vet ./...',
			'go run .',
			'go mod tidy',
			'go list -m all',
			'go clean -cache',
		],
	},
	{
		program: 'python3',
		files: {
			'test_a.py': 'import unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.assertEqual(1, 1)\n',
		},
		ready: 'true',
		lines: [
			'python3 -m unittest',
			'python3 -m compileall .',
			'python3 -m venv --without-pip v',
			'python3 -c "exit(7)"',
		],
	},
	{
		program: 'make',
		files: { Makefile: 'main: main.c\n\t$(CC) -o main main.c\nfail:\n\texit 4\nclean:\n\trm main\n', 'main.c': C },
		ready: 'make',
		lines: ['make', 'touch main.c && make', 'make fail', 'make clean', 'make -n', 'make none'],
	},
	{
		program: 'javac',
		files: { 'Main.java': JAVA },
		ready: 'true',
		lines: [
			'javac -d out Main.java && java -cp out Main',
			'java Main.java',
			'jar cf x.jar Main.java',
			'javac None.java',
		],
	},
	{
		program: 'cmake',
		files: {
			'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.13)\nproject(s C)\nadd_executable(p main.c)\n',
			'main.c': C,
		},
		ready: 'cmake -S . -B build',
		lines: ['cmake --build build', 'cmake -S . -B other && cmake --build other', 'cmake --build build --target none'],
	},
];

const { PATH = '', ACP_TUI_LONG } = process.env;
const hasProgram = (name: string): boolean => spawnSync('/bin/sh', ['-c', `command -v ${name}`]).status === 0;

describe.runIf(process.platform === 'linux' && ACP_TUI_LONG === '1')(
	'on a copy, commands end as without a sandbox',
	() => {
		for (const { program, files, ready, lines } of ECOSYSTEMS) {
			it.runIf(hasProgram(program))(program, async () => {
				const folder = temporaryFolder();
				const [workspace, home, kept] = [join(folder, 'workspace'), join(folder, 'home'), join(folder, 'kept')];
				for (const name of ['workspace', 'home', 'state', 'tmp', 'layers']) mkdirSync(join(folder, name));
				for (const [name, text] of Object.entries(files)) {
					mkdirSync(dirname(join(workspace, name)), { recursive: true });
					writeFileSync(join(workspace, name), text);
				}
				// The programs of rustup are links to one that looks for the others there.
				const RUSTUP_HOME = process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup');
				const env = { PATH, HOME: home, RUSTUP_HOME };
				execFileSync('/bin/sh', ['-c', ready], { cwd: workspace, env, stdio: 'ignore' });
				execFileSync('cp', ['-a', workspace, kept]);
				const different: string[] = [];
				for (const line of lines) {
					const onCopy = commandsOnCopy({ folder, workspace, home, env });
					const inside = await onCopy.run(line);
					const outside = await onCopy.run(line, 'machine');
					await onCopy.close();
					if (inside.code !== outside.code) different.push(`${line}: ${outside.code}, ${inside.code}\n${inside.text}`);
					rmSync(workspace, { recursive: true });
					execFileSync('cp', ['-a', kept, workspace]);
				}
				expect(different).toEqual([]);
			});
		}
	},
);
