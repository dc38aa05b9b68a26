import { isPrivateHost, parseEndpoint } from "@api/endpoint";
import { describe, expect, it } from "vitest";

const standard = "https://api.openai.com/v1";

describe("base URLs", () => {
	it.each([
		["", "https://api.openai.com/v1"],
		["https://openrouter.ai/api/v1/", "https://openrouter.ai/api/v1"],
		["https://x.example/v1/chat/completions", "https://x.example/v1"],
		["https://x.example/v1/messages/", "https://x.example/v1"],
		[" http://127.0.0.1:11434/v1 ", "http://127.0.0.1:11434/v1"],
	])("%j becomes %s", (given, url) => {
		expect(parseEndpoint(given, standard).url).toBe(url);
	});

	it.each([
		["localhost:11434/v1", "no http:// or https://", "http://"],
		["api.openai.com/v1", "no http:// or https://", "https://"],
		["ftp://x.example", "ftp://", "https://"],
		["https://", "not a valid address", "should look like"],
		["https://user:hunter2@x.example/v1", "user name or password", "key field"],
		["https://x.example/v1?key=secret", "query", "https://x.example/v1"],
	])("%j is refused with what is wrong and how to mend it", (given, message, hint) => {
		const attempt = () => parseEndpoint(given, standard);
		expect(attempt).toThrow(
			expect.objectContaining({
				code: "invalid_url",
				message: expect.stringContaining(message),
				hint: expect.stringContaining(hint),
			}),
		);
		expect(attempt).not.toThrow(/hunter2|secret/);
	});
});

describe("private hosts", () => {
	it.each([
		"localhost",
		"a.localhost",
		"127.0.0.1",
		"10.1.2.3",
		"192.168.0.9",
		"172.20.0.1",
		"100.64.1.1",
		"[::1]",
		"[fd00::1]",
		"gpu-box",
		"nas.local",
		"host.docker.internal",
	])("%s is private", (host) => {
		expect(isPrivateHost(host)).toBe(true);
	});
	it.each([
		"api.openai.com",
		"8.8.8.8",
		"172.32.0.1",
		"100.128.0.1",
		"[2001:db8::1]",
		"localhost.example.com",
		"10.example.com",
	])("%s is not", (host) => {
		expect(isPrivateHost(host)).toBe(false);
	});
});
