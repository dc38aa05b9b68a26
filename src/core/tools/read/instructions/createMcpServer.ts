/** `fetch_instructions` create_mcp_server. At most 6 000 characters. */
export const createMcpServer = `# Make an MCP server and connect it to Kiln

An MCP server gives you tools and resources that Kiln does not have: an API, a database, a device. Before you write one, find out whether a published server does it (ask the user); then only step 4 is left. Ask for what you cannot know: which service, which operations, where its keys come from. Never ask for a key in the chat.

## 1. Where
- For this project only: a folder of the project, for example \`tools/mcp/<name>\`, configured in \`.kilocode/mcp.json\`.
- For every project: a folder outside of the workspace that the user names (writing there asks), configured in Kiln's global \`mcp_settings.json\`, which the user opens with "Open file" in the MCP view.

## 2. Set up (Node 20 or newer)
\`\`\`bash
mkdir -p tools/mcp/weather && cd tools/mcp/weather
npm init -y && npm pkg set type=module && npm install @modelcontextprotocol/sdk zod
\`\`\`
Another language is fine, too: every official SDK (Python \`mcp\`, Go, Rust, C#, Java …) speaks the same protocol. Leave out what asks questions: nobody can answer it.

## 3. Write it
\`server.mjs\`:
\`\`\`js
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const apiKey = process.env.WEATHER_API_KEY;
if (!apiKey) {
  console.error("WEATHER_API_KEY is not set");
  process.exit(1);
}

const server = new McpServer({ name: "weather", version: "1.0.0" });

server.registerTool(
  "get_forecast",
  {
    description: "Weather forecast of a city, one line a day",
    inputSchema: {
      city: z.string().describe("name of the city"),
      days: z.number().int().min(1).max(5).default(3),
    },
  },
  async ({ city, days }) => {
    const url = new URL("https://api.example.com/forecast");
    url.search = new URLSearchParams({ city, days: String(days) }).toString();
    const response = await fetch(url, {
      headers: { authorization: \`Bearer \${apiKey}\` },
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok) {
      const text = \`The service answered \${response.status} for \${city}.\`;
      return { isError: true, content: [{ type: "text", text }] };
    }
    return { content: [{ type: "text", text: await response.text() }] };
  },
);

await server.connect(new StdioServerTransport());
\`\`\`
- With stdio, stdout belongs to the protocol: log with \`console.error\` only. Kiln keeps the last 200 lines of stderr for the MCP view.
- Few tools that each do a whole job. The description says what comes back and when to use it; every parameter is described. Bound what you return: long results fill the conversation.
- Expected failures return \`isError: true\` with a sentence that says what to do next.
- Keys come from \`env\`, never from arguments or source files.
- \`server.registerResource\` offers data that is read by URI.

Check that it starts and answers before you configure it:
\`\`\`bash
echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"check","version":"1"}}}' | WEATHER_API_KEY=x node server.mjs
\`\`\`

## 4. Configure it
\`.kilocode/mcp.json\` (comments and trailing commas are accepted; read it first and keep the other servers):
\`\`\`json
{
  "mcpServers": {
    "weather": {
      "command": "node",
      "args": ["\${workspaceFolder}/tools/mcp/weather/server.mjs"],
      "env": { "WEATHER_API_KEY": "\${env:WEATHER_API_KEY}" },
      "timeout": 60
    },
    "docs": { "type": "streamable-http", "url": "https://example.com/mcp" }
  }
}
\`\`\`
| field | means |
|---|---|
| \`command\`, \`args\`, \`env\`, \`cwd\` | a local server (stdio); no shell runs it, so no pipes and no \`~\` |
| \`url\`, \`headers\`, \`type\` | a remote one; \`type\` is \`streamable-http\` or \`sse\`, without it both are tried |
| \`timeout\` | seconds for one call, 1 to 3600 (60) |
| \`disabled\` | true: kept, but not started |
| \`disabledTools\` | names of tools that are not offered |
| \`alwaysAllow\` | names of tools that run without asking; in a project file only a suggestion to the user |
| \`watchPaths\` | files; when one changes the server is restarted |

\`\${env:NAME}\` and \`\${workspaceFolder}\` are filled in. In a project file only variables that the user allowed are. A server of the project wins over a global one of the same name. Both files are protected: writing them asks.

## 5. Try it
Kiln notices the change. A project server does not start before the user has trusted exactly what would run: tell them to open the MCP view and look at it; every later change of command, args, env or url asks again. Once it is connected its tools stand in your instructions: call one with use_mcp_tool and show the user what came back. If it does not connect, the MCP view shows the error and the last lines of stderr.
`;
