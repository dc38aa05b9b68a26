import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { Amendment, ToolGroup, ToolRow } from "@shared/tools";
import type * as z from "zod";
import {
	BaseTool,
	type Operation,
	type RowStage,
	type TaskHandle,
	type ToolCallbacks,
	type ToolContext,
	type ToolResult,
} from "./BaseTool";
import { parseParameters } from "./parseParameters";

type RawParams = Record<string, unknown>;

export interface Translated<P> {
	readonly params: P;
	/** of the tool that does the work */
	readonly data: unknown;
}

/**
 * Another agent's tool over Kiln's own that does the work: own name, parameters, limits and wording of the result;
 * effects, plan and deed are those of its counterpart.
 */
export abstract class TranslatedTool<S extends z.ZodObject> extends BaseTool<S, Translated<z.infer<S>>> {
	override readonly group: ToolGroup;
	override readonly counterpart: string;
	override readonly isPolling: boolean;

	constructor(private readonly tool: BaseTool) {
		super();
		this.group = tool.group;
		this.counterpart = tool.name;
		this.isPolling = tool.isPolling;
	}

	/** own names of the counterpart's parameters, where they differ: errors speak of what the model wrote */
	protected readonly ownNames: Readonly<Record<string, string>> = {};

	/** Its parameters as the counterpart's raw ones; pure, and made for half a call, too. */
	protected abstract translate(params: Partial<z.infer<S>>, task?: TaskHandle): RawParams;

	/** What `translate` made, once the disk may be read: throws for what the tool's own limits refuse. */
	protected async settle(raw: RawParams, _params: z.infer<S>, _task: TaskHandle): Promise<RawParams> {
		return raw;
	}

	/** What its own models expect to read; default: as the counterpart says it. */
	protected reword(result: ToolResult, _params: z.infer<S>): ToolResult {
		return result;
	}

	override isAvailable(context: ToolContext): boolean {
		return this.tool.isAvailable(context);
	}

	override label(params: Partial<z.infer<S>>, stage: RowStage): ToolRow {
		return this.tool.label(parseParameters(this.tool, this.translate(params), "partial"), stage);
	}

	override targets(params: z.infer<S>, task: TaskHandle): readonly Effect[] {
		try {
			return this.tool.targets(this.parse(this.translate(params, task)), task);
		} catch (error) {
			throw this.inOwnName(error);
		}
	}

	override async plan(params: z.infer<S>, task: TaskHandle): Promise<Operation<Translated<z.infer<S>>>> {
		const raw = await this.settle(this.translate(params, task), params, task);
		const operation = await this.named(async () => this.tool.plan(this.parse(raw), task));
		return { ...operation, data: { params, data: operation.data } };
	}

	override amend(
		operation: Operation<Translated<z.infer<S>>>,
		amendment: Amendment,
		task: TaskHandle,
	): Operation<Translated<z.infer<S>>> {
		const { params, data } = operation.data;
		const amended = this.tool.amend?.({ ...operation, data }, amendment, task);
		if (amended === undefined)
			throw new KilnError("invalid_message", `A proposal of ${this.name} cannot be changed.`);
		return { ...amended, data: { params, data: amended.data } };
	}

	override async execute(
		operation: Operation<Translated<z.infer<S>>>,
		task: TaskHandle,
		callbacks: ToolCallbacks,
	): Promise<ToolResult> {
		const { params, data } = operation.data;
		const result = await this.named(() => this.tool.execute({ ...operation, data }, task, callbacks));
		return result.error === undefined ? this.reword(result, params) : result;
	}

	/** Its own parameters are checked already: a blank text that they allow is meant, and is not dropped here. */
	private parse(raw: RawParams): z.infer<z.ZodObject> {
		const parsed = this.tool.parameters.safeParse(raw);
		return parsed.success ? parsed.data : parseParameters(this.tool, raw);
	}

	private async named<T>(work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (error) {
			throw this.inOwnName(error);
		}
	}

	/** A model that knows only this name must not be sent to another one. Paths and texts in a message stay as they are. */
	private inOwnName(error: unknown): unknown {
		if (!(error instanceof KilnError)) return error;
		const own = (word: string) => this.ownNames[word] ?? word;
		const message = error.message
			.replace(/^(\w+): (\w*)/, (given: string, tool: string, word: string) =>
				tool === this.tool.name ? `${this.name}: ${own(word)}` : given,
			)
			.replace(/ parameter '(\w+)'/gi, (given, word: string) => given.replace(word, own(word)));
		// a one-word name ("glob") may be just a word
		const isName = (word: string) => word === this.tool.name && word.includes("_");
		const hint = error.hint?.replace(/\w+/g, (word) => (isName(word) ? this.name : own(word)));
		return new KilnError(error.code, message, hint, { cause: error });
	}
}
