import { isPrivateAddress, isPrivateHost } from "@services/web/privateAddress";
import fc from "fast-check";
import { expect, it } from "vitest";

it.each([
	"0.0.0.0",
	"10.1.2.3",
	"100.64.0.1",
	"127.0.0.1",
	"127.255.255.254",
	"169.254.169.254",
	"172.16.0.1",
	"172.31.255.255",
	"192.168.1.1",
	"198.18.0.1",
	"224.0.0.1",
	"255.255.255.255",
	"::",
	"::1",
	"::ffff:127.0.0.1",
	"::ffff:a00:1",
	"::7f00:1",
	"64:ff9b::a9fe:a9fe",
	"2001:db8::1",
	"2002:7f00:1::",
	"fc00::1",
	"fd12:3456::1",
	"fe80::1",
	"fe80::1%eth0",
	"ff02::1",
	"::ffff:0:127.0.0.1",
	"64:ff9b:1::7f00:1",
	"168.63.129.16",
	"3fff::1",
	"5f00::1",
	"fec0::1",
])("%s is private", (address) => {
	expect(isPrivateAddress(address)).toBe(true);
});

it.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])(
	"%s is public",
	(address) => {
		expect(isPrivateAddress(address)).toBe(false);
	},
);

it.each([
	["http://0x7f.1/", true],
	["http://2130706433/", true],
	["http://017700000001/", true],
	["http://[::ffff:7f00:1]/", true],
	["http://①②⑦.0.0.1/", true],
	["http://LOCALHOST./", true],
	["http://app.localhost:3000/", true],
	["http://printer.local/", true],
	["http://metadata.google.internal/", true],
	["http://example.com/", false],
	["http://localhost.example.com/", false],
	["http://notlocal/", false],
])("the host of %s: %j", (url, isPrivate) => {
	expect(isPrivateHost(new URL(url).hostname)).toBe(isPrivate);
});

it("judges an IPv4 address the same inside of IPv6", () => {
	fc.assert(
		fc.property(fc.ipV4(), (address) => {
			expect(isPrivateAddress(`::ffff:${address}`)).toBe(isPrivateAddress(address));
		}),
	);
});
