// What processes have used: processor time and memory, by the kernel's own counters (Linux: /proc;
// elsewhere `ps`).
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const isLinux = process.platform === 'linux';
// USER_HZ is 100 on every architecture that Node.js runs on.
const TICK_MS = 10;
const PAGE = isLinux ? Number(spawnSync('getconf', ['PAGESIZE'], { encoding: 'utf8' }).stdout || 4096) : 0;

/** A process tree's processor time (user + system, ms) and resident memory (bytes), and the root's own. */
export function usageOf(root) {
	const rows = isLinux ? linuxRows(root) : psRows(root);
	const own = rows.find((row) => row.pid === root);
	return {
		cpu: own?.cpu ?? 0,
		treeCpu: rows.reduce((sum, row) => sum + row.cpu + row.childrenCpu, 0),
		memory: own?.memory ?? 0,
		treeMemory: rows.reduce((sum, row) => sum + row.memory, 0),
	};
}

/** The process's own time in ms to the nanosecond where the kernel tells; else to its tick. */
export function preciseCpu(pid) {
	if (!isLinux) return usageOf(pid).cpu;
	return threadsOf(pid).reduce((sum, thread) => {
		const [ran = '0'] = read(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
		return sum + Number(ran) / 1e6;
	}, 0);
}

function linuxRows(root) {
	const rows = [];
	const waiting = [root];
	for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
		const stat = read(`/proc/${pid}/stat`);
		if (stat === '') continue;
		// The name in parentheses may hold anything; the fields after it are numbers.
		const fields = stat
			.slice(stat.lastIndexOf(')') + 2)
			.split(' ')
			.map(Number);
		const [userTime, systemTime, childrenUser, childrenSystem] = fields.slice(11, 15);
		rows.push({
			pid,
			cpu: (userTime + systemTime) * TICK_MS,
			childrenCpu: (childrenUser + childrenSystem) * TICK_MS,
			memory: fields[21] * PAGE,
		});
		for (const thread of threadsOf(pid)) {
			const children = read(`/proc/${pid}/task/${thread}/children`).split(' ');
			waiting.push(...children.filter((child) => child.trim() !== '').map(Number));
		}
	}
	return rows;
}

function psRows(root) {
	const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,rss=,time='], { encoding: 'utf8' });
	const all = stdout
		.trim()
		.split('\n')
		.map((line) => {
			const [pid, parent, kilobytes, time] = line.trim().split(/\s+/);
			const seconds = time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
			return {
				pid: Number(pid),
				parent: Number(parent),
				cpu: seconds * 1000,
				childrenCpu: 0,
				memory: kilobytes * 1024,
			};
		});
	const inTree = new Set([root]);
	for (let known = 0; known < inTree.size; ) {
		known = inTree.size;
		for (const row of all) if (inTree.has(row.parent)) inTree.add(row.pid);
	}
	return all.filter((row) => inTree.has(row.pid));
}

function threadsOf(pid) {
	try {
		return readdirSync(`/proc/${pid}/task`);
	} catch {
		// The process ended between two looks.
		return [];
	}
}

function read(file) {
	try {
		return readFileSync(file, 'latin1');
	} catch {
		// The same.
		return '';
	}
}
