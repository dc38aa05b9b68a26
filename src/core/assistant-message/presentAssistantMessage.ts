import type { StreamChunk } from "@shared/provider";
import type { MessageSink } from "./MessageSink";
import { Presentation, type PresentedMessage } from "./Presentation";
import type { AssistantMessageParser } from "./ToolCallFormat";

/**
 * Shows an answer while it streams and runs each complete call when its turn has come. Reads may overtake reads,
 * nothing else. Finished blocks are logged once the first call is handed over or the stream has ended: an answer that
 * was cut before is dropped whole and may be asked for again.
 */
export async function presentAssistantMessage(
	open: OpenStream,
	parser: AssistantMessageParser,
	sink: MessageSink,
): Promise<PresentedMessage> {
	const message = new Presentation(sink);
	const cut = await readAnswer(open, parser, { message, sink });
	// What the person stopped stays as far as it came; what a fault cut before any call is asked for again.
	message.logUsage();
	if (cut !== undefined && !message.isCommitted && !sink.signal.aborted) {
		message.drop();
		return message.result(cut, parser.ignored);
	}
	message.present(parser.finish(cut !== undefined || message.isBrokenOff));
	message.commit();
	await message.calls.settle();
	return message.result(cut, parser.ignored);
}

/** The request's answer, until the signal ends it. */
export type OpenStream = (signal: AbortSignal) => AsyncIterable<StreamChunk>;

/** How long a stream is read on for its usage once the answer is over. */
const maxDrainMs = 3000;

/** Feeds the parser until the stream or the answer is over. Gives what cut the stream before. */
async function readAnswer(
	open: OpenStream,
	parser: AssistantMessageParser,
	{ message, sink }: { readonly message: Presentation; readonly sink: MessageSink },
): Promise<unknown> {
	const ending = new AbortController();
	let isDraining = false;
	try {
		for await (const chunk of open(AbortSignal.any([sink.signal, ending.signal]))) {
			message.meter(chunk, isDraining);
			if (isDraining) continue;
			message.present(parser.push(chunk));
			if (parser.isOver !== true) continue;
			isDraining = true;
			const end = () => ending.abort();
			sink.sleep(maxDrainMs, ending.signal).then(end, end);
		}
	} catch (error) {
		return isDraining && !sink.signal.aborted ? undefined : error;
	} finally {
		ending.abort();
	}
	return undefined;
}
