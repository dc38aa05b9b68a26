import "react";

/** Custom properties that style sheets read. */
declare module "react" {
	interface CSSProperties {
		readonly "--digits"?: number;
	}
}
