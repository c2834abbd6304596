/** Name of this machine in the registry's notation: `linux-x86_64`, `darwin-aarch64`, `windows-x86_64`. */
export function machineTarget(platform: string = process.platform, arch: string = process.arch): string {
	const os = platform === 'win32' ? 'windows' : platform;
	const machine = new Map([
		['x64', 'x86_64'],
		['arm64', 'aarch64'],
	]);
	return `${os}-${machine.get(arch) ?? arch}`;
}
