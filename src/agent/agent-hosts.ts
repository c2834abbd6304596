import type { AgentLaunch } from '../core/agent-info.js';
import { knownAs } from './writable.js';

const MODELS = [
	...['api.anthropic.com', 'api.openai.com', 'auth.openai.com', 'chatgpt.com', 'generativelanguage.googleapis.com'],
	...['openrouter.ai', 'api.mistral.ai', 'api.groq.com', 'api.deepseek.com', 'api.x.ai', 'api.moonshot.ai', 'api.z.ai'],
	...['api.githubcopilot.com', 'models.dev'],
] as const;
const GOOGLE = [
	...['generativelanguage.googleapis.com', 'cloudcode-pa.googleapis.com', 'aiplatform.googleapis.com'],
	...['accounts.google.com', 'oauth2.googleapis.com'],
] as const;

/** Hosts that an agent of the catalogue needs for its models and sign-in; any other host is asked about. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
	claude: ['api.anthropic.com', 'platform.claude.com', 'console.anthropic.com', 'claude.ai', 'mcp-proxy.anthropic.com'],
	codex: ['api.openai.com', 'auth.openai.com', 'chatgpt.com'],
	gemini: GOOGLE,
	antigravity: [...GOOGLE, 'daily-cloudcode-pa.googleapis.com'],
	opencode: ['opencode.ai', 'api.opencode.ai', ...MODELS],
	qwen: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'chat.qwen.ai', 'portal.qwen.ai'],
	pi: MODELS,
	goose: MODELS,
	cline: ['*.cline.bot', ...MODELS],
	copilot: ['api.githubcopilot.com', '*.githubcopilot.com', 'api.github.com'],
	auggie: ['*.augmentcode.com'],
	cursor: ['*.cursor.sh', 'cursor.com', 'api.cursor.com'],
	devin: ['api.devin.ai', 'app.devin.ai'],
	droid: ['api.factory.ai', 'app.factory.ai'],
	'fast-agent': MODELS,
	'grok-build': ['api.x.ai', 'accounts.x.ai', 'auth.x.ai'],
	iflow: ['apis.iflow.cn', 'iflow.cn', 'platform.iflow.cn'],
	junie: ['account.jetbrains.com', 'oauth.account.jetbrains.com', 'api.jetbrains.ai'],
	kilocode: ['api.kilo.ai', 'kilo.ai', ...MODELS],
	kimi: ['api.moonshot.ai', 'api.moonshot.cn', 'api.kimi.com', 'auth.kimi.com'],
	kiro: ['q.us-east-1.amazonaws.com', 'codewhisperer.us-east-1.amazonaws.com', 'oidc.us-east-1.amazonaws.com'],
	mcode: ['api.minimax.io', 'api.minimaxi.com'],
	mux: MODELS,
	openclaw: MODELS,
	vibe: ['api.mistral.ai', 'console.mistral.ai'],
	amp: ['ampcode.com'],
	codebuddy: ['www.codebuddy.ai', 'copilot.tencent.com'],
	cortex: ['*.snowflakecomputing.com'],
	glm: ['api.z.ai', 'open.bigmodel.cn'],
	zeroclaw: MODELS,
};

export function hostsFor(launch: AgentLaunch): readonly string[] {
	return [...new Set(knownAs(launch).flatMap(({ name }) => HOSTS[name] ?? []))];
}
