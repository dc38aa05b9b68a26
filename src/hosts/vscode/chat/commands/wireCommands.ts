import type { CommandHandlers } from "../CommandDispatcher";
import type { Wire } from "../Wire";

type WireCommands = Pick<CommandHandlers, "ready" | "resync" | "older" | "show_all">;

/** Commands by which the replica catches up. */
export function createWireCommands(wire: Wire, restored: () => Promise<void>): WireCommands {
	return {
		ready: async () => {
			await restored();
			wire.ready();
		},
		resync: ({ epoch, head }) => wire.resync(epoch, head),
		older: ({ beforeSeq }) => wire.older(beforeSeq),
		show_all: ({ rowId }) => wire.showAll(rowId),
	};
}
