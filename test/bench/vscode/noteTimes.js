// Runs in every frame before the frame's own scripts: notes when the mouse was pressed and when the chat's input
// was first there and took text, on one clock for all frames.
(() => {
	const now = () => performance.timeOrigin + performance.now();
	const onMouseDown = () => {
		window.kilnBenchMouseDownAt = now();
	};
	window.addEventListener("mousedown", onMouseDown, { capture: true });
	const timer = setInterval(() => {
		const input = document.querySelector('textarea[data-testid="chat-input"]');
		if (input === null || input.disabled || input.readOnly || input.getClientRects().length === 0) return;
		window.kilnBenchInputAt = now();
		clearInterval(timer);
	}, 4);
	// The workbench's own frames never hold the input.
	setTimeout(() => clearInterval(timer), 30_000);
})();
