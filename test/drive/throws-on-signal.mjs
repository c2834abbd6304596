// Loaded into the program by NODE_OPTIONS: SIGUSR2 becomes an error that nobody handles. The agents
// inherit the environment and are left alone.
if (process.argv[1]?.endsWith('acp-tui.js') === true) {
	process.on('SIGUSR2', () => {
		throw new Error('the test threw this\nand a second line');
	});
}
