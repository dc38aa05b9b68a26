import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type FetchPageOptions, fetchPage, type Page } from "@services/web/fetchPage";
import type { KilnError } from "@shared/errors";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let base: string;
let paths: string[];
let handler: Handler;

beforeEach(async () => {
	paths = [];
	const server = createServer((request, response) => {
		paths.push(request.url ?? "");
		handler(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

function answer(body: string | Buffer, type = "text/html", status = 200): void {
	handler = (_request, response) => response.writeHead(status, { "content-type": type }).end(body);
}

function get(url = base, options: Partial<FetchPageOptions> = {}): Promise<Page> {
	const { signal } = new AbortController();
	return fetchPage(url, { fetch, signal, maxBytes: 10_000, allowPrivate: true, ...options });
}

async function failure(url?: string, options?: Partial<FetchPageOptions>): Promise<KilnError> {
	return get(url, options).then(
		() => expect.fail("it was fetched"),
		(error: KilnError) => error,
	);
}

describe("what comes", () => {
	it("is Markdown of HTML, with its title", async () => {
		answer("<title>T</title><h1>Hello</h1>");
		expect(await get()).toEqual({ url: `${base}/`, title: "T", text: "# Hello", isCut: false });
	});

	it.each(["text/plain", "application/json; charset=utf-8", "application/ld+json", "text/markdown"])(
		"is the text as it is of %s",
		async (type) => {
			answer("<b>a</b>\r\nb", type);
			expect((await get()).text).toBe("<b>a</b>\nb");
		},
	);

	it.each(["image/png", "application/octet-stream", "application/pdf"])("is refused of %s", async (type) => {
		answer("x", type);
		expect(await failure()).toMatchObject({ code: "file_binary", message: expect.stringContaining(type) });
	});

	it("is decoded by the header, else by the page", async () => {
		answer(Buffer.from("caf\xe9", "latin1"), "text/plain; charset=iso-8859-1");
		expect((await get()).text).toBe("café");
		answer(Buffer.from("<meta charset='windows-1252'>caf\xe9", "latin1"));
		expect((await get()).text).toBe("café");
		answer(Buffer.from("<p>café"), "text/html; charset=nonsense");
		expect((await get()).text).toBe("café");
	});

	it("is decoded by its mark, and not by what only looks like a declaration", async () => {
		answer(Buffer.from("\ufeff<p>café", "utf16le"));
		expect((await get()).text).toBe("café");
		answer(Buffer.from("\ufeff<p>café"), "text/html; charset=iso-8859-1");
		expect((await get()).text).toBe("café");
		answer("<meta charset=utf-16><p>café");
		expect((await get()).text).toBe("café");
		const json = '{"type": "text/html; charset=iso-8859-1", "name": "café"}';
		answer(json, "application/json");
		expect((await get()).text).toBe(json);
	});

	it("is cut at a character and says so", async () => {
		answer("ä".repeat(100), "text/plain");
		expect(await get(base, { maxBytes: 11 })).toMatchObject({ text: "äääää", isCut: true });
		expect(await get(base, { maxBytes: 200 })).toMatchObject({ isCut: false });
	});

	it("is not read to an end that never comes", async () => {
		handler = (_request, response) => {
			response.writeHead(200, { "content-type": "text/plain" });
			const chunk = "x".repeat(100_000);
			const pour = () => {
				while (!response.destroyed && response.write(chunk));
			};
			response.on("drain", pour);
			pour();
		};
		const page = await get(base, { maxBytes: 1000 });
		expect([page.text.length, page.isCut]).toEqual([1000, true]);
	});

	it("with a status of failure is an error that tells it", async () => {
		answer("no", "text/html", 404);
		expect(await failure()).toMatchObject({
			code: "io_error",
			message: expect.stringContaining("404 Not Found"),
		});
	});
});

describe("redirects", () => {
	it("are followed, also relative ones, and the last address is told", async () => {
		handler = ({ url }, response) => {
			if (url === "/a") response.writeHead(302, { location: "b?x=1" }).end();
			else response.writeHead(200, { "content-type": "text/plain" }).end("there");
		};
		expect(await get(`${base}/a`)).toMatchObject({ url: `${base}/b?x=1`, text: "there" });
	});

	it("end after five", async () => {
		handler = (_request, response) => response.writeHead(301, { location: "/again" }).end();
		expect((await failure()).message).toContain("more than 5 times");
		expect(paths).toHaveLength(6);
	});

	it.each(["file:///etc/passwd", "javascript:alert(1)", "ftp://x.test/"])(
		"to %s are refused",
		async (location) => {
			handler = (_request, response) => response.writeHead(302, { location }).end();
			expect((await failure()).code).toBe("invalid_url");
		},
	);

	it("from a public to a private address are refused", async () => {
		handler = (_request, response) =>
			response.writeHead(302, { location: "http://169.254.169.254/meta" }).end();
		const viaPublicName: typeof fetch = (url, init) =>
			fetch(String(url).replace("http://public.test", base), init);
		const options = { allowPrivate: false, fetch: viaPublicName, resolve: async () => ["93.184.216.34"] };
		expect(await failure("http://public.test/", options)).toMatchObject({ code: "path_refused" });
		expect(paths).toEqual(["/"]);
	});
});

it("a redirect from an allowed private host to another one is refused", async () => {
	handler = (_request, response) => response.writeHead(302, { location: "http://localhost:1/" }).end();
	expect(await failure(base, { allowPrivate: true })).toMatchObject({ code: "path_refused" });
});

describe("addresses", () => {
	it.each([
		"http://127.0.0.1/",
		"http://localhost:8080/",
		"http://[::1]/",
		"http://0x7f.1/",
		"http://10.0.0.1/",
		"http://metadata.google.internal/",
	])("%s is not asked", async (url) => {
		const asked: unknown[] = [];
		const spy = (async (address: unknown) => {
			asked.push(address);
			return new Response("x");
		}) as typeof fetch;
		expect(await failure(url, { allowPrivate: false, fetch: spy })).toMatchObject({ code: "path_refused" });
		expect(asked).toEqual([]);
	});

	it("that a name stands for count, each of them", async () => {
		const resolve = async () => ["93.184.216.34", "192.168.0.1"];
		expect((await failure("http://rebind.test/", { allowPrivate: false, resolve })).code).toBe(
			"path_refused",
		);
	});

	it("of a name that only a proxy knows are left to it", async () => {
		answer("ok", "text/plain");
		const proxied: typeof fetch = (_url, init) => fetch(base, init);
		const resolve = () => Promise.reject(new Error("ENOTFOUND"));
		expect((await get("https://far.test/", { allowPrivate: false, resolve, fetch: proxied })).text).toBe(
			"ok",
		);
	});

	it.each([
		["not a url", "invalid_url"],
		["file:///etc/passwd", "invalid_url"],
		["https://user:secret@example.com/", "invalid_url"],
	])("%j: %s, without telling what is in it", async (url, code) => {
		const error = await failure(url);
		expect([error.code, error.message.includes("secret")]).toEqual([code, false]);
	});
});

describe("a server that does not answer", () => {
	beforeEach(() => {
		handler = () => {};
	});

	it("ends with the time limit, in words", async () => {
		expect(await failure(base, { timeoutMs: 20 })).toMatchObject({
			code: "io_error",
			message: expect.stringContaining("did not answer"),
		});
	});

	it("ends with an abort", async () => {
		const controller = new AbortController();
		handler = () => controller.abort();
		await expect(get(base, { signal: controller.signal })).rejects.toMatchObject({ name: "AbortError" });
		await expect(get(base, { signal: controller.signal })).rejects.toMatchObject({ name: "AbortError" });
	});

	it("does not keep an abort waiting while a name is looked up", async () => {
		const controller = new AbortController();
		const resolve = () => {
			controller.abort();
			return new Promise<string[]>(() => {});
		};
		const page = get("http://slow.test/", { signal: controller.signal, allowPrivate: false, resolve });
		await expect(page).rejects.toMatchObject({ name: "AbortError" });
	});

	it("is told by the reason of the failure", async () => {
		expect((await failure("http://127.0.0.1:9/")).message).toMatch(/could not be reached: .+\.$/);
	});
});
