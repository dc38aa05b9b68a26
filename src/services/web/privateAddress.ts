import { BlockList, isIP } from "node:net";

/**
 * Addresses that are not of the public internet: this machine, the local network, cloud metadata, tests, multicast.
 * IANA special-purpose registries (RFC 6890 and successors).
 */
const blocked4 = new BlockList();
/** A list of its own: Node looks for IPv4 addresses in IPv6 subnets, too. */
const blocked6 = new BlockList();
for (const [net, bits] of [
	["0.0.0.0", 8],
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	// Azure answers virtual machines here: WireServer, DNS
	["168.63.129.16", 32],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.0.0.0", 24],
	["192.0.2.0", 24],
	["192.168.0.0", 16],
	["198.18.0.0", 15],
	["198.51.100.0", 24],
	["203.0.113.0", 24],
	["224.0.0.0", 3],
] as const) {
	blocked4.addSubnet(net, bits, "ipv4");
}
for (const [net, bits] of [
	// all that is not global unicast (2000::/3): loopback, translated, private, link-local, multicast
	["::", 3],
	["4000::", 2],
	["8000::", 1],
	["2001::", 23],
	["2001:db8::", 32],
	// 6to4 carries any IPv4 address
	["2002::", 16],
	["3fff::", 20],
] as const) {
	blocked6.addSubnet(net, bits, "ipv6");
}

/** Names that stand for such addresses without asking the DNS. */
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|localdomain)\.?$/i;

/** Whether a literal IP address is not public. IPv4 inside IPv6 (mapped, NAT64) is judged as IPv4. */
export function isPrivateAddress(address: string): boolean {
	const family = isIP(address);
	if (family === 4) return blocked4.check(address, "ipv4");
	if (family !== 6) return false;
	const embedded = embeddedIpv4(address);
	return embedded === undefined ? blocked6.check(address, "ipv6") : blocked4.check(embedded, "ipv4");
}

/** Whether the host of a URL, as `URL.hostname` gives it, is not public by its name or as a literal address. */
export function isPrivateHost(hostname: string): boolean {
	return isPrivateAddress(hostname.replace(/^\[|\]$/g, "")) || privateNames.test(hostname);
}

/** ::ffff:a.b.c.d (mapped), ::a.b.c.d (compatible), 64:ff9b::a.b.c.d (NAT64). */
function embeddedIpv4(address: string): string | undefined {
	// WHATWG URLs write every IPv6 address in its one shortest form
	const canonical = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
	const match = /^(?:::(?:ffff:)?|64:ff9b::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(canonical);
	if (!match || canonical === "::1") return undefined;
	const [high, low] = [match[1], match[2]].map((part) => Number.parseInt(part ?? "0", 16));
	if (high === undefined || low === undefined) return undefined;
	return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
