/*
 * Changes the file $F, or looks whether a door out of the sandbox is open, by one system call whose name is the
 * argument. Prints ESCAPED where a door is open that leaves no trace in the files. Run in a sandbox only.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifndef SYS_open_tree
#define SYS_open_tree 428
#define SYS_move_mount 429
#define SYS_fsopen 430
#endif
#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425
#define SYS_io_uring_enter 426
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

static const char *file, *workspace, *temporary;
static char path[4096];

static const char *in(const char *folder, const char *name)
{
	static char buffer[4096];
	snprintf(buffer, sizeof buffer, "%s/%s", folder, name);
	return buffer;
}

static int escaped(void)
{
	puts("ESCAPED");
	return 0;
}

static int failed(const char *what)
{
	perror(what);
	return 1;
}

#ifdef __x86_64__
static int call_32_bit(int number, int first, int second)
{
	int result;
	__asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(first), "c"(second), "d"(0) : "memory");
	return result;
}
#endif

/* Tries to make a file in the workspace, after something that may have opened it. */
static int try_new(void)
{
	int fd = open(in(workspace, "new"), O_CREAT | O_WRONLY, 0644);
	return fd < 0 ? failed("open") : 0;
}

/* One submission of io_uring, as small as can be: a ring of one entry. */
static long uring(unsigned char opcode, int fd, const void *address, unsigned length, unsigned flags, unsigned long offset)
{
	unsigned char params[120] = {0};
	int ring = (int)syscall(SYS_io_uring_setup, 1, params);
	if (ring < 0)
		return -errno;
	unsigned *p = (unsigned *)params;
	unsigned *sq_off = p + 10, *cq_off = p + 20;
	char *sq = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, 0);
	char *cq = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, 0x8000000UL);
	unsigned char *sqe = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, 0x10000000UL);
	if (sq == MAP_FAILED || cq == MAP_FAILED || sqe == MAP_FAILED)
		return -errno;
	memset(sqe, 0, 64);
	sqe[0] = opcode;
	memcpy(sqe + 4, &fd, 4);
	memcpy(sqe + 8, &offset, 8);
	memcpy(sqe + 16, &address, 8);
	memcpy(sqe + 24, &length, 4);
	memcpy(sqe + 28, &flags, 4);
	*(unsigned *)(sq + sq_off[6]) = 0;
	*(unsigned *)(sq + sq_off[1]) += 1;
	if (syscall(SYS_io_uring_enter, ring, 1, 1, 1, 0, 0) < 0)
		return -errno;
	int *cqe = (int *)(cq + cq_off[5]);
	return cqe[2];
}

static int outer_descriptors(void)
{
	char *outer = getenv("OUTER");
	int pidfd = outer == 0 ? -1 : (int)syscall(SYS_pidfd_open, atoi(outer), 0);
	if (pidfd < 0)
		return failed("pidfd_open");
	for (int fd = 0; fd < 64; fd++)
		if (syscall(SYS_pidfd_getfd, pidfd, fd, 0) >= 0)
			return escaped();
	return failed("pidfd_getfd");
}

static int clone_new_user(void)
{
	pid_t child = (pid_t)syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | SIGCHLD, 0, 0, 0, 0);
	if (child < 0)
		return failed("clone");
	if (child == 0) {
		mount(0, workspace, 0, MS_REMOUNT | MS_BIND, 0);
		_exit(try_new());
	}
	waitpid(child, 0, 0);
	return 0;
}

static int file_calls(const char *call)
{
	if (!strcmp(call, "mmap")) {
		int fd = open(file, O_RDWR);
		if (fd < 0)
			return failed("open");
		char *map = mmap(0, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (map == MAP_FAILED)
			return failed("mmap");
		map[0] = 'x';
		return msync(map, 8, MS_SYNC);
	}
	if (!strcmp(call, "mmap-private-then-proc-mem")) {
		int fd = open(file, O_RDONLY);
		char *map = mmap(0, 8, PROT_READ, MAP_SHARED, fd, 0);
		if (map == MAP_FAILED)
			return failed("mmap");
		int memory = open("/proc/self/mem", O_RDWR);
		if (memory < 0 || pwrite(memory, "x", 1, (off_t)(unsigned long)map) != 1)
			return failed("mem");
		return 0;
	}
	if (!strcmp(call, "o-tmpfile-and-link")) {
		int fd = open(workspace, O_TMPFILE | O_RDWR, 0644);
		if (fd < 0)
			return failed("open");
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
		return linkat(AT_FDCWD, path, AT_FDCWD, in(workspace, "new"), AT_SYMLINK_FOLLOW) ? failed("linkat") : 0;
	}
	if (!strcmp(call, "rename-exchange")) {
		snprintf(path, sizeof path, "%s/src/a.txt", workspace);
		return syscall(SYS_renameat2, AT_FDCWD, file, AT_FDCWD, path, 2) ? failed("renameat2") : 0;
	}
	if (!strcmp(call, "open-by-handle")) {
		struct { struct file_handle head; char rest[128]; } handle = {{128, 0}, {0}};
		int mount_id, folder = open(workspace, O_RDONLY | O_DIRECTORY);
		if (name_to_handle_at(AT_FDCWD, file, &handle.head, &mount_id, 0))
			return failed("name_to_handle_at");
		int fd = open_by_handle_at(folder, &handle.head, O_WRONLY);
		return fd < 0 || write(fd, "x", 1) != 1 ? failed("open_by_handle_at") : 0;
	}
	if (!strcmp(call, "utimensat"))
		return utimensat(AT_FDCWD, file, 0, 0) ? failed("utimensat") : 0;
	if (!strcmp(call, "setxattr"))
		return setxattr(file, "user.x", "y", 1, 0) ? failed("setxattr") : 0;
	int fd = open(file, O_RDWR);
	if (fd < 0)
		fd = open(file, O_RDONLY);
	if (fd < 0)
		return failed("open");
	int from = open(in(workspace, "src/a.txt"), O_RDONLY);
	if (!strcmp(call, "copy-file-range"))
		return copy_file_range(from, 0, fd, 0, 1, 0) < 0 ? failed(call) : 0;
	if (!strcmp(call, "sendfile"))
		return sendfile(fd, from, 0, 1) < 0 ? failed(call) : 0;
	if (!strcmp(call, "splice")) {
		int ends[2];
		if (pipe(ends) || write(ends[1], "x", 1) != 1)
			return failed("pipe");
		return splice(ends[0], 0, fd, 0, 1, 0) < 0 ? failed(call) : 0;
	}
	if (!strcmp(call, "io-uring-write")) {
		errno = (int)-uring(23, fd, "x", 1, 0, 0);
		return failed(call);
	}
	if (!strcmp(call, "fallocate-punch"))
		return fallocate(fd, 3, 0, 4) ? failed(call) : 0;
	if (!strcmp(call, "ioctl-flags")) {
		int flags = 0;
		ioctl(fd, 0x80086601, &flags);
		flags ^= 0x40;
		return ioctl(fd, 0x40086602, &flags) ? failed(call) : 0;
	}
	return 2;
}

static int mount_calls(const char *call)
{
	if (!strcmp(call, "mount"))
		return mount("tmpfs", temporary, "tmpfs", 0, 0) ? failed(call) : escaped();
	if (!strcmp(call, "bind-mount"))
		return mount(workspace, temporary, 0, MS_BIND, 0) ? failed(call) : escaped();
	if (!strcmp(call, "remount"))
		return mount(0, workspace, 0, MS_REMOUNT | MS_BIND, 0) ? failed(call) : try_new();
	if (!strcmp(call, "umount"))
		return umount2(workspace, MNT_DETACH) ? failed(call) : try_new();
	if (!strcmp(call, "open-tree")) {
		int tree = (int)syscall(SYS_open_tree, AT_FDCWD, workspace, 1);
		return tree < 0 ? failed(call) : escaped();
	}
	if (!strcmp(call, "move-mount"))
		return syscall(SYS_move_mount, AT_FDCWD, workspace, AT_FDCWD, temporary, 0) ? failed(call) : escaped();
	if (!strcmp(call, "fsopen"))
		return syscall(SYS_fsopen, "tmpfs", 0) < 0 ? failed(call) : escaped();
	if (!strcmp(call, "mount-setattr")) {
		unsigned long attributes[4] = {0, 1, 0, 0};
		return syscall(SYS_mount_setattr, AT_FDCWD, workspace, 0, attributes, sizeof attributes) ? failed(call) : try_new();
	}
	if (!strcmp(call, "pivot-root"))
		return syscall(SYS_pivot_root, workspace, workspace) ? failed(call) : escaped();
	if (!strcmp(call, "chroot"))
		return chroot(workspace) ? failed(call) : escaped();
	return 2;
}

static int process_calls(const char *call)
{
	if (!strcmp(call, "io-uring-open")) {
		long fd = uring(18, AT_FDCWD, in(workspace, "new"), 0644, O_CREAT | O_WRONLY, 0);
		errno = fd < 0 ? (int)-fd : 0;
		return failed(call);
	}
	if (!strcmp(call, "memfd-exec")) {
		int fd = memfd_create("x", 0);
		dprintf(fd, "#!/bin/sh\ntouch %s\n", in(workspace, "new"));
		fchmod(fd, 0755);
		snprintf(path, sizeof path, "/proc/%d/fd/%d", getpid(), fd);
		return execl(path, "x", (char *)0);
	}
	if (!strcmp(call, "unshare-user"))
		return unshare(CLONE_NEWUSER | CLONE_NEWNS) ? failed(call) : escaped();
	if (!strcmp(call, "clone-newuser"))
		return clone_new_user();
	if (!strcmp(call, "setns-first")) {
		int fd = open("/proc/1/ns/mnt", O_RDONLY);
		return fd < 0 || setns(fd, 0) ? failed(call) : escaped();
	}
	if (!strcmp(call, "ptrace-first"))
		return ptrace(PTRACE_ATTACH, 1, 0, 0) ? failed(call) : 0;
	if (!strcmp(call, "process-vm-writev")) {
		char *outer = getenv("OUTER");
		struct iovec local = {path, 1}, remote = {(void *)0x400000, 1};
		return outer == 0 || process_vm_writev(atoi(outer), &local, 1, &remote, 1, 0) < 0 ? failed(call) : escaped();
	}
	if (!strcmp(call, "pidfd-getfd"))
		return outer_descriptors();
	if (!strcmp(call, "setuid"))
		return getuid() == 0 || setuid(0) ? failed(call) : escaped();
	if (!strcmp(call, "capset")) {
		struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
		struct __user_cap_data_struct data[2] = {{~0u, ~0u, ~0u}, {~0u, ~0u, ~0u}};
		return syscall(SYS_capset, &head, data) ? failed(call) : escaped();
	}
	if (!strcmp(call, "mknod-device"))
		return mknod(in(temporary, "device"), S_IFBLK | 0600, makedev(254, 0)) ? failed(call) : escaped();
	if (!strcmp(call, "swapon"))
		return syscall(SYS_swapon, file, 0) ? failed(call) : escaped();
	if (!strcmp(call, "keyctl")) {
		/* The user's own keyring must not hold keys of the person: those are listed, not read. */
		char buffer[256];
		long length = syscall(SYS_keyctl, 11, -4, buffer, sizeof buffer);
		return length > 0 ? escaped() : failed(call);
	}
#ifdef __x86_64__
	/* The same by the numbers of 32-bit programs, and a socket by the call that has its arguments in memory. */
	if (!strcmp(call, "keyctl-32-bit"))
		return call_32_bit(288, 0, -3) > 0 ? escaped() : failed(call);
	if (!strcmp(call, "socketcall-32-bit")) {
		int *arguments = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
		arguments[0] = 40;
		arguments[1] = SOCK_STREAM;
		return call_32_bit(102, 1, (int)(long)arguments) >= 0 ? escaped() : failed(call);
	}
#endif
	return 2;
}

/* Puts a descriptor into a socket, where no list of open descriptors shows it, or takes it out again. */
static int in_flight(int end, int *fd, int is_sent)
{
	char byte = 'x', space[CMSG_SPACE(sizeof(int))] = {0};
	struct iovec data = {&byte, 1};
	struct msghdr message = {0};
	message.msg_iov = &data;
	message.msg_iovlen = 1;
	message.msg_control = space;
	message.msg_controllen = sizeof space;
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);
	if (is_sent) {
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(head), fd, sizeof(int));
		return sendmsg(end, &message, 0) == 1;
	}
	if (recvmsg(end, &message, 0) != 1)
		return 0;
	memcpy(fd, CMSG_DATA(head), sizeof(int));
	return 1;
}

/* Starts a process in a user and mount namespace of its own, which stays until the end that is returned is closed. */
static pid_t nested(int *end)
{
	int here[2], there[2];
	char byte;
	if (pipe(here) || pipe(there))
		return -1;
	pid_t child = fork();
	if (child == 0) {
		close(there[1]);
		if (unshare(CLONE_NEWUSER | CLONE_NEWNS) || write(here[1], "x", 1) != 1)
			_exit(1);
		_exit(read(there[0], &byte, 1) != 0);
	}
	close(here[1]);
	close(there[0]);
	*end = there[1];
	return read(here[0], &byte, 1) == 1 ? child : -1;
}

/* What a namespace shows of the workspace, or one of its names in /proc, opened from outside of it. */
static int open_of(pid_t pid, const char *what, const char *name, int flags)
{
	snprintf(path, sizeof path, "/proc/%d/%s%s", (int)pid, what, name);
	return open(path, flags);
}

static void say_ready(void)
{
	puts("ready");
	fflush(stdout);
}

/* Goes on changing a file through a folder, however long that may be possible. */
static int change_below(int folder)
{
	for (;; usleep(5000)) {
		int fd = openat(folder, "f.txt", O_WRONLY | O_APPEND);
		if (fd >= 0 && write(fd, "n", 1) == 1)
			close(fd);
	}
}

/* The same by a chain of processes, each of which lives only until it has started the next one. */
static int change_by_chain(int folder)
{
	say_ready();
	for (;;) {
		int fd = openat(folder, "f.txt", O_WRONLY | O_APPEND);
		if (fd >= 0 && write(fd, "q", 1) == 1)
			close(fd);
		if (fork() > 0)
			_exit(0);
	}
}

static int folder_of_thread;

static int thread_main(void *unused)
{
	say_ready();
	return change_below(folder_of_thread);
}

/* Two that hand a descriptor to and fro, so that none has it for long. */
static int hand_to_and_fro(int folder)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) || !in_flight(ends[0], &folder, 1))
		return failed("socketpair");
	close(folder);
	int own = fork() == 0;
	if (!own)
		say_ready();
	for (;;) {
		if (!in_flight(ends[own], &folder, 0))
			return failed("recvmsg");
		int fd = openat(folder, "f.txt", O_WRONLY | O_APPEND);
		if (fd >= 0 && write(fd, "p", 1) == 1)
			close(fd);
		in_flight(ends[own], &folder, 1);
		close(folder);
		usleep(300);
	}
}

/* Has the namespace itself, and enters it later. */
static int enter_later(pid_t child, int end, int is_sent)
{
	int user = open_of(child, "ns/user", "", O_RDONLY), mounts = open_of(child, "ns/mnt", "", O_RDONLY), ends[2];
	if (user < 0 || mounts < 0 || socketpair(AF_UNIX, SOCK_DGRAM, 0, ends))
		return failed("ns");
	if (is_sent) {
		in_flight(ends[0], &user, 1);
		in_flight(ends[0], &mounts, 1);
		close(user);
		close(mounts);
	}
	close(end);
	waitpid(child, 0, 0);
	say_ready();
	usleep(1500 * 1000);
	if (is_sent && (!in_flight(ends[1], &user, 0) || !in_flight(ends[1], &mounts, 0)))
		return failed("recvmsg");
	if (setns(user, 0) || setns(mounts, 0))
		return failed("setns");
	return change_below(open(workspace, O_PATH | O_DIRECTORY));
}

/* Begins while the workspace may be changed, by namespaces of its own, which have mounts of their own. */
static int nested_calls(const char *call)
{
	int end;
	if (strncmp(call, "nested-", 7))
		return 2;
	pid_t child = nested(&end);
	if (child < 0)
		return failed("unshare");
	if (!strcmp(call, "nested-namespace"))
		return enter_later(child, end, 0);
	if (!strcmp(call, "nested-namespace-in-socket"))
		return enter_later(child, end, 1);
	if (!strcmp(call, "nested-removed-folder")) {
		/* A folder that has no name any more still leads to the one around it. */
		mkdir(in(workspace, "removed"), 0755);
		int removed = open_of(child, "root", in(workspace, "removed"), O_PATH | O_DIRECTORY);
		rmdir(in(workspace, "removed"));
		close(end);
		waitpid(child, 0, 0);
		say_ready();
		for (;; usleep(5000)) {
			int fd = openat(removed, "../f.txt", O_WRONLY | O_APPEND);
			if (fd >= 0 && write(fd, "r", 1) == 1)
				close(fd);
		}
	}
	if (!strcmp(call, "nested-mapping")) {
		int fd = open_of(child, "root", file, O_RDWR);
		char *map = mmap(0, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (map == MAP_FAILED)
			return failed("mmap");
		close(fd);
		close(end);
		say_ready();
		for (char byte = 'a';; byte = byte == 'z' ? 'a' : byte + 1, usleep(5000))
			map[0] = byte;
	}
	int folder = open_of(child, "root", workspace, O_PATH | O_DIRECTORY);
	if (folder < 0)
		return failed("open");
	close(end);
	waitpid(child, 0, 0);
	if (!strcmp(call, "nested-folder-of-a-chain"))
		return change_by_chain(folder);
	if (!strcmp(call, "nested-folder")) {
		say_ready();
		return change_below(folder);
	}
	if (!strcmp(call, "nested-current-folder")) {
		if (fchdir(folder))
			return failed("fchdir");
		close(folder);
		say_ready();
		return change_below(AT_FDCWD);
	}
	if (!strcmp(call, "nested-folder-to-and-fro"))
		return hand_to_and_fro(folder);
	if (!strcmp(call, "nested-folder-of-thread")) {
		/* The first thread ends, and with it what /proc shows at first sight. */
		folder_of_thread = folder;
		static char stack[65536];
		clone(thread_main, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD, 0);
		syscall(SYS_exit, 0);
	}
	return 2;
}

/* Begins while the workspace may be changed, says ready, and goes on changing it until it cannot. */
static struct sockaddr_un meeting(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	snprintf(address.sun_path, sizeof address.sun_path, "%s", in(workspace, "meeting"));
	return address;
}

static int keep_calls(const char *call)
{
	if (!strcmp(call, "keep-mapping")) {
		int fd = open(file, O_RDWR);
		char *map = mmap(0, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (map == MAP_FAILED)
			return failed(call);
		close(fd);
		puts("ready");
		fflush(stdout);
		for (char byte = 'a';; byte = byte == 'z' ? 'a' : byte + 1, usleep(5000))
			map[0] = byte;
	}
	if (!strcmp(call, "keep-read-only-mapping")) {
		int fd = open(file, O_RDWR);
		char *map = mmap(0, 8, PROT_READ, MAP_SHARED, fd, 0);
		if (map == MAP_FAILED)
			return failed(call);
		close(fd);
		puts("ready");
		fflush(stdout);
		usleep(1500 * 1000);
		if (mprotect(map, 8, PROT_READ | PROT_WRITE))
			return failed(call);
		map[0] = 'M';
		return 0;
	}
	if (!strcmp(call, "keep-folder")) {
		int folder = open(workspace, O_PATH | O_DIRECTORY);
		puts("ready");
		fflush(stdout);
		for (;; usleep(5000)) {
			int fd = openat(folder, "f.txt", O_WRONLY | O_APPEND);
			if (fd >= 0 && write(fd, "f", 1) == 1)
				close(fd);
		}
	}
	if (!strcmp(call, "keep-in-socket")) {
		int ends[2], fd = open(file, O_WRONLY | O_APPEND);
		if (fd < 0 || socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) || !in_flight(ends[0], &fd, 1))
			return failed(call);
		close(fd);
		puts("ready");
		fflush(stdout);
		usleep(1500 * 1000);
		if (!in_flight(ends[1], &fd, 0))
			return failed(call);
		for (;; usleep(5000))
			if (write(fd, "s", 1) != 1)
				return failed(call);
	}
	if (!strcmp(call, "take")) {
		int fd, from = socket(AF_UNIX, SOCK_STREAM, 0);
		struct sockaddr_un address = meeting();
		if (bind(from, (struct sockaddr *)&address, sizeof address) || listen(from, 1))
			return failed(call);
		puts("ready");
		fflush(stdout);
		int end = accept(from, 0, 0);
		if (end < 0 || !in_flight(end, &fd, 0))
			return failed(call);
		for (;; usleep(5000)) {
			int inner = openat(fd, "f.txt", O_WRONLY | O_APPEND);
			if (write(inner >= 0 ? inner : fd, "t", 1) == 1 && inner >= 0)
				close(inner);
		}
	}
	if (!strcmp(call, "hand-folder") || !strcmp(call, "hand-file")) {
		int end = socket(AF_UNIX, SOCK_STREAM, 0);
		int fd = strcmp(call, "hand-file") ? open(workspace, O_PATH | O_DIRECTORY) : open(file, O_WRONLY | O_APPEND);
		struct sockaddr_un address = meeting();
		puts("ready");
		fflush(stdout);
		while (connect(end, (struct sockaddr *)&address, sizeof address))
			usleep(5000);
		return fd >= 0 && in_flight(end, &fd, 1) ? 0 : failed(call);
	}
	return 2;
}

int main(int count, char **arguments)
{
	if (count < 2)
		return 2;
	file = getenv("F");
	workspace = getenv("W");
	temporary = getenv("T");
	if (file == 0 || workspace == 0 || temporary == 0)
		return 2;
	int status = mount_calls(arguments[1]);
	if (status == 2)
		status = process_calls(arguments[1]);
	if (status == 2)
		status = keep_calls(arguments[1]);
	if (status == 2)
		status = nested_calls(arguments[1]);
	if (status == 2)
		status = file_calls(arguments[1]);
	return status;
}
