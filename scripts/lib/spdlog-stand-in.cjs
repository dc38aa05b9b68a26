// Stands in for VS Code's native log writer (`@vscode/spdlog`), which the lean install of code-server does not
// compile. Without it nothing is written and every output channel of an extension stays empty. It covers what VS
// Code calls: loggers that append formatted or raw lines to a file. No rotation: these logs live for one session.
"use strict";
const { createWriteStream, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

const levels = ["trace", "debug", "info", "warning", "error", "critical"];

class Logger {
	constructor(_type, _name, filePath) {
		mkdirSync(dirname(filePath), { recursive: true });
		this.stream = createWriteStream(filePath, { flags: "a" });
		// The folder may be removed while VS Code still runs; a lost log line must not end the extension host.
		this.stream.on("error", () => {});
		this.level = 2;
		this.raw = false;
	}
	write(level, message) {
		if (level < this.level) return;
		const time = new Date().toISOString().replace("T", " ").replace("Z", "");
		this.stream.write(this.raw ? message : `${time} [${levels[level]}] ${message}\n`);
	}
	trace(message) {
		this.write(0, message);
	}
	debug(message) {
		this.write(1, message);
	}
	info(message) {
		this.write(2, message);
	}
	warn(message) {
		this.write(3, message);
	}
	error(message) {
		this.write(4, message);
	}
	critical(message) {
		this.write(5, message);
	}
	getLevel() {
		return this.level;
	}
	setLevel(level) {
		this.level = level;
	}
	clearFormatters() {
		this.raw = true;
	}
	setPattern() {
		this.raw = false;
	}
	flush() {}
	drop() {
		this.stream.end();
	}
}

const createLogger = async (name, filePath) => new Logger("rotating", name, filePath);

// One by one, since VS Code imports this from an ES module, which sees only such exports by name.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
