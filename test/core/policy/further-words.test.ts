import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from '../../../src/core/policy/decide.js';
import { FURTHER_WORDS } from '../../../src/core/policy/further-words-table.js';
import { lines } from '../lines.js';
import { rule, run } from './requests.js';

/** What is decided about a command when the user answered “always, with further words” to its first words. */
const decideAfter = (prefix: string, text: string) =>
	decide(run(text), { mode: 'default', rules: [rule(`Execute(${prefix} *)`, 'allow', 'session')] }).decision;

/** The shortest rule of a table's command that a line begins with. */
const prefixOf = (text: string) =>
	['npx vitest', 'bundle exec rspec', ...FURTHER_WORDS.keys()].find((name) => `${text} `.startsWith(`${name} `)) ??
	text.split(' ').slice(0, 3).join(' ');

test.each(lines`
	jest --globalTeardown=./evil.js ¦ jest --reporters=./evil.js ¦ jest --testResultsProcessor=./evil.js
	jest --filter=./evil.js ¦ jest --rootDir .. ¦ jest --testSequencer=./evil.js ¦ jest --preset ./evil
	jest --snapshotResolver ./evil.js ¦ jest --coverageDirectory /etc ¦ jest --cacheDirectory ../x ¦ jest -u
	jest --watchPlugins ./evil.js ¦ jest -c x.js ¦ jest --env ./evil.js ¦ jest --updateSnapshot ¦ jest -wx
	vitest --root .. ¦ vitest --reporter ./evil.js ¦ vitest --reporter=../x ¦ vitest --environment ./evil.js
	vitest --pool ./evil.js ¦ vitest --typecheck.checker ./evil.sh ¦ vitest --execArgv=--require=./evil.js
	vitest --sequence.sequencer ./evil.js ¦ vitest --coverage.customProviderModule ./evil.js ¦ vitest -u
	npx vitest --root .. ¦ npx vitest init browser ¦ vitest init ¦ vitest --browser=x ¦ vitest --config.root=/ ¦ vitest --dir / ¦ vitest /etc
	vitest --run init browser ¦ vitest --changed main init browser ¦ vitest -t x init browser
	eslint --format ./evil.js . ¦ eslint -f evil . ¦ eslint --fix . ¦ eslint --cache-location /etc/x
	eslint .. ¦ eslint --fix-dry-run . ¦ eslint -c x.js . ¦ eslint --resolve-plugins-relative-to x
	eslint --parser ./x ¦ prettier --write . ¦ prettier -w . ¦ prettier --plugin=./evil.js .
	prettier --config ../x . ¦ tsc --generateTrace /etc ¦ tsc --declarationDir /etc ¦ tsc --outDir x
	tsc -p ../other ¦ tsc -p /etc ¦ tsc @args ¦ tsc src/a.ts ¦ tsc -b /x ¦ tsc --build
	tsc --generateCpuProfile x ¦ pytest --rootdir=x ¦ pytest ../evil ¦ pytest --debug /x
	pytest --import-mode=importlib --pyargs evil ¦ pytest -p evil ¦ pytest -pevil ¦ pytest @file
	pytest -o x=y ¦ pytest -c x ¦ pytest --junitxml=/x ¦ pytest /x ¦ pytest --confcutdir=..
	pytest -W error::x.y ¦ pytest --basetemp=/x ¦ pytest --cov-config=x ¦ pytest ~/x ¦ rspec --options evil
	rspec -I x ¦ rspec -r ./evil ¦ rspec -rx ¦ rspec --format ./x ¦ rspec -o /x ¦ rspec /x
	bundle exec rspec --require x ¦ gradle test -g ./evil ¦ gradle test --gradle-user-home ./evil
	gradle test --project-dir .. ¦ gradle test --include-build ./evil ¦ gradle test deploy ¦ gradle test -Px=y
	gradle test -I x ¦ gradle test -b x ¦ gradle test -Dx=y ¦ ./gradlew test -p .. ¦ gradle test --scan
	mvn test --global-settings evil.xml ¦ mvn test -gs evil.xml ¦ mvn test --toolchains x ¦ mvn test deploy
	mvn test org.codehaus.mojo:exec-maven-plugin:3.0.0:exec ¦ mvn test -Dtest=A -Dexec.executable=x
	mvn test -f x ¦ mvn test -s x ¦ mvn test -Pevil ¦ mvn test -DargLine=x
	dotnet test --property:CustomTargets=evil.targets ¦ dotnet test --test-adapter-path ./evil
	dotnet test -p:x=y ¦ dotnet test evil.csproj ¦ dotnet test --logger x ¦ dotnet build -o /x
	dotnet test --settings x ¦ dotnet test /p:x=y ¦ dotnet test --collect x
	mypy --install-types --non-interactive ¦ mypy --cache-dir /etc ¦ mypy --config-file x ¦ mypy @x
	mypy -p x ¦ cargo build --artifact-dir /etc ¦ cargo build --target x.json ¦ cargo build --config x
	cargo test -Zx ¦ cargo clippy --fix ¦ cargo build --manifest-path ../x ¦ cargo build --target-dir /x
	cargo build x ¦ cargo clippy -- -C linker=x ¦ cargo fmt -- --config x=y ¦ cargo test -- --logfile /x
	cargo fmt src/a.rs ¦ go test -coverprofile /etc/x ¦ go test -outputdir /etc ¦ go build -pkgdir /x
	go test -exec x ¦ go vet -vettool=x ¦ go build -o x ¦ go build -toolexec x ¦ go build -C ..
	go build -modfile=x ¦ go test -cpuprofile x ¦ go test ../x ¦ go build evil.example/x@latest
	go build -ldflags=x ¦ go test -overlay x ¦ go test --exec=x ¦ git add --chmod=+x evil.sh ¦ git add -f .env
	git add --pathspec-from-file=x ¦ git add ../x ¦ git add ':(top)' ¦ git add :/ ¦ git add -p ¦ git add -i
	git add -e ¦ git commit --no-verify -m x ¦ git commit -n -m x ¦ git commit --gpg-sign=x -m x
	git commit -Sx -m x ¦ git commit --trailer x=y -m x ¦ git commit --amend ¦ git commit -F x
	git commit -t x ¦ git commit -e ¦ git commit -C HEAD ¦ git commit --author=x -m x
	npm run build --location=global ¦ npm run build --cache /etc/x ¦ npm test --script-shell x ¦ npm test -w x
	npm test -- --watch=false ¦ npm run lint -- --fix ¦ npm test -- ../x ¦ npm test -- a=b
	npm test --prefix x ¦ yarn test --cwd x ¦ pnpm run x --shell-emulator ¦ bun test --preload x
	yarn run x /etc ¦ biome check --write ¦ biome check --config-path=x ¦ ruff check --fix
	ruff check --config x ¦ ruff format --stdin-filename x ¦ mix test --require x ¦ mix test --import-x y
	pyright -p x ¦ pyright --pythonpath x
	git add *.ts ¦ git add ../*.ts ¦ git add src/../../*.ts ¦ git add src/.* ¦ git add "$x"/*.ts
	npx vitest run test* ¦ eslint /etc/*.ts ¦ eslint -c src/*.js
`)('%s is asked about', (text) => {
	expect(decideAfter(prefixOf(text), text)).toBe('ask');
});

test.each(lines`
	npm test ¦ npm test -- a.test.ts ¦ npm test --silent ¦ npm run build -- core ¦ yarn test src/a.test.ts
	vitest run ¦ npx vitest run test/a.test.ts -t name --reporter=verbose ¦ vitest --coverage --bail 1
	jest src/a.test.ts -t "a b" --ci ¦ jest --watchAll=false -i ¦ tsc --noEmit ¦ tsc -p .
	tsc -p tsconfig.test.json ¦ eslint . ¦ eslint src test --max-warnings 0 ¦ eslint -f json src
	prettier --check . ¦ biome check src ¦ pytest -x -q tests/test_a.py::test_b -k "a and b"
	pytest -vvs --tb=short ¦ pytest -rA ¦ python -m pytest -x ¦ mypy src --strict
	ruff check src --select E,F ¦ ruff format --check . ¦ pyright src
	cargo test -p core --release -- --nocapture ¦ cargo test name ¦ cargo clippy --all-targets -- -D warnings
	cargo build --workspace -j 4 ¦ cargo fmt --all --check ¦ go test -race -run TestX -count=1 ./...
	go build ./cmd/x ¦ go vet ./... ¦ go test ./pkg -v -timeout 30s ¦ dotnet test -c Release --filter Name~x
	gradle test --tests "a.B.c" --info ¦ ./gradlew test ¦ mvn test -Dtest=FooTest#bar -q
	mix test test/a_test.exs:12 ¦ rspec spec/a_spec.rb:12 --format documentation ¦ bundle exec rspec -e "name"
	git add . ¦ git add -A ¦ git add src/a.ts packages/@scope/x/a.ts ¦ git add -- a.ts
	git commit -am 'words --exec' ¦ git commit -m "a = b: /c"
	git add src/*.ts ¦ git add -- src/core/[a-c]*.ts ¦ npx vitest run test/*.test.ts ¦ eslint src/*.ts ¦ git add {a,b}/*.ts
`)('%s is allowed', (text) => {
	expect(decideAfter(prefixOf(text), text)).toBe('allow');
});

test('no option that the table does not hold is allowed, whatever its value', () => {
	const known = [...FURTHER_WORDS.values()].flatMap(({ flags = '', values = '', choices = {}, behindDashes }) => [
		...`${flags} ${values} ${behindDashes?.flags ?? ''} ${behindDashes?.values ?? ''}`.split(' '),
		...Object.keys(choices),
	]);
	const option = fc
		.stringMatching(/^--?[a-zA-Z][a-zA-Z-]{0,15}(\.[a-z]{1,6})?$/)
		.filter((word) => !known.includes(word));
	const value = fc.constantFrom('', '=x', '=./x', '=/x', ' x');
	fc.assert(
		fc.property(fc.constantFrom(...FURTHER_WORDS.keys(), 'npx unknown'), option, value, (name, word, rest) => {
			// Letters that stand together are one option each.
			fc.pre(!/^-[A-Za-z]+$/.test(word));
			return decideAfter(name, `${name} ${word}${rest}`) === 'ask';
		}),
	);
});

test('to a program of which nothing is known only plain words go', () => {
	for (const word of ['-x', '--x', '/x', '~/x', '../x', 'a/../../x', 'a=b', '@x', 'x@1', 'https://x', '+x', ':x']) {
		expect([word, decideAfter('made-up', `made-up '${word}'`)]).toEqual([word, 'ask']);
	}
	expect(decideAfter('made-up', 'made-up a/b.ts c')).toBe('allow');
});
