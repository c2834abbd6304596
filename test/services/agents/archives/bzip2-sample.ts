/** A tar.bz2 archive, made by `tar` and `bzip2 -9`: an executable `agent` with `#!/bin/sh` and `exit 0`. */
export const bzip2Sample: Uint8Array = Buffer.from(
	'QlpoOTFBWSZTWXcWVwQAAH77kMoQIEBoAPuAAAhy4Z5ABAAACCAAdBokaaDRoaNqNMmmgkomhoBoAANI+Kt0iEE0qQkXOgw7bB8yBDBcNCmEb+8HiMwCS95k4GLRyZmrN8AvUXLRQYUNkkkaSrSkh8GQc2qxHBtctyIgPxdyRThQkHcWVwQ=',
	'base64',
);
