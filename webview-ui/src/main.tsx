import "@vscode/codicons/dist/codicon.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-checkbox/index.js";
import { createRoot } from "react-dom/client";
import { createDrafts } from "./state/createDrafts";
import { createStore } from "./state/createStore";
import { createTicker } from "./state/createTicker";
import { createServices, KilnContext } from "./state/KilnContext";
import "./state/VsCodeApi";
import { isHostMessage } from "./state/isHostMessage";
import { repeatAmendments } from "./state/settle";
import { shareDraft } from "./state/shareDraft";
import { showBeside } from "./state/showBeside";
import { App } from "./views/App";
import { WholeFault } from "./views/WholeFault";

const api = acquireVsCodeApi();
const store = createStore({ post: (command) => api.postMessage(command), setTimer: setTimeout });
const drafts = createDrafts(api);
const draft = shareDraft(drafts, (command) => api.postMessage(command));
const services = createServices({
	store,
	drafts,
	ticker: createTicker(Date.now, (tick) => {
		const timer = setInterval(tick, 1000);
		return () => clearInterval(timer);
	}),
});

const report = (message: string) => api.postMessage({ type: "ui_error", message: message.slice(0, 10_000) });
window.addEventListener("error", (event) => report(event.error?.stack ?? event.message));
window.addEventListener("unhandledrejection", (event) => report(String(event.reason?.stack ?? event.reason)));
window.addEventListener("message", (event: MessageEvent<unknown>) => {
	if (!isHostMessage(event.data)) return;
	store.dispatch(event.data);
	showBeside(services, event.data);
	if (event.data.type !== "snapshot") return;
	draft.restore(event.data.draft);
	repeatAmendments(services);
});

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root");
root.dataset.testid ??= "kiln-root";
createRoot(root, { onUncaughtError: (error) => report(String(error)) }).render(
	<KilnContext value={services}>
		<WholeFault>
			<App />
		</WholeFault>
	</KilnContext>,
);
store.post({ type: "ready" });
