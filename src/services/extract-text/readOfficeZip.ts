import { type Unzipped, unzipSync, zipSync } from "fflate";
import { DocumentProblem } from "./DocumentProblem";
import { maxParts, maxUnpackedBytes } from "./documentLimits";

/**
 * The XML parts of an Office document; pictures and fonts stay packed. Bounded before anything is unpacked: each part
 * gets a buffer of the size that the archive declares, and one that holds more than it declares is an error.
 */
export function readOfficeZip(bytes: Uint8Array): Unzipped {
	let parts = 0;
	let unpacked = 0;
	return unzipSync(bytes, {
		filter: ({ name, originalSize }) => {
			if (!/\.(xml|rels)$/i.test(name)) return false;
			parts++;
			unpacked += originalSize;
			if (parts > maxParts || unpacked > maxUnpackedBytes) {
				throw new DocumentProblem(
					"too_large",
					`unpacks to more than ${maxUnpackedBytes / 1024 ** 2} MB, so it was not converted`,
				);
			}
			return true;
		},
	});
}

/** The same parts as an archive that needs no unpacking, for libraries that read one. */
export function storedZip(parts: Unzipped): Uint8Array<ArrayBuffer> {
	return new Uint8Array(zipSync(parts, { level: 0 }));
}
