// Runs in the workbench's page and in Kiln's frame: notes when the mouse was clicked, and when what was waited for
// had been painted, on one clock for all frames.
(() => {
	const now = () => performance.timeOrigin + performance.now();
	const onClick = () => {
		window.kilnBenchClickAt = now();
	};
	window.addEventListener("click", onClick, { capture: true });

	/** Resolves with the time at which `count` elements that match have been drawn. */
	window.kilnBenchPainted = (selector, count) =>
		new Promise((resolve) => {
			const { port1, port2 } = new MessageChannel();
			// A frame's callbacks run before it is drawn; a message that is sent in one arrives after.
			port1.onmessage = () => resolve(now());
			const check = () => {
				if (document.querySelectorAll(selector).length < count) return false;
				requestAnimationFrame(() => port2.postMessage(null));
				return true;
			};
			if (check()) return;
			const observer = new MutationObserver(() => {
				if (check()) observer.disconnect();
			});
			observer.observe(document.documentElement, { attributes: true, childList: true, subtree: true });
		});
})();
