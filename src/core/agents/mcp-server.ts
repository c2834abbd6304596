/** A server of tools and data (Model Context Protocol) that an agent is given with a session, by its name. */
export type McpServer =
	| {
			readonly type: 'stdio';
			readonly name: string;
			readonly command: string;
			readonly args: readonly string[];
			readonly env: Readonly<Record<string, string>>;
	  }
	| {
			readonly type: 'http' | 'sse';
			readonly name: string;
			readonly url: string;
			readonly headers: Readonly<Record<string, string>>;
	  };
