export const mcpUsageText = `Usage: kiln mcp list
       kiln mcp add NAME [--env K=V]… -- COMMAND ARGS…
       kiln mcp add NAME --url URL [--header K:V]… [--type streamable-http | sse]
       kiln mcp remove NAME
       kiln mcp import [FILE] [NAME… | --all] [--replace]
       kiln mcp test NAME
       kiln mcp call NAME TOOL ['{"argument": "value"}']
       kiln mcp sign-in NAME
       kiln mcp sign-out NAME

  import                lists what .roo/mcp.json, .cursor/mcp.json and .mcp.json of the workspace (or FILE, a
                        path that ends in .json) configure; with names or --all it is written into Kiln's file
  --all                 import: all that can be imported; servers that are in the file stay as they are
  --replace             import: servers of the same name in the file are replaced
  --scope WHERE         global: ~/.kilocode/mcp_settings.json (default of add)
                        project: .kilocode/mcp.json of the workspace, which wins by name (default of import)
  --env K=V             a variable for the program (repeatable); \${env:NAME} takes one of yours
  --header K:V          a header for the address (repeatable)
  --timeout S           add: what the server may take to answer, 1 to 3600 s (default: 60);
                        list, test: what it may take to start (default: 10, 60); call: for this call;
                        sign-in: how long it waits for the browser (default: 300)
  --cwd DIR             the workspace (default: the current folder)
  --trust-project-mcp   start servers of the project's file; without it nothing of them runs
  --json                the answer as JSON on stdout

Exit code: 0 done, 1 failed, 130 stopped.`;
