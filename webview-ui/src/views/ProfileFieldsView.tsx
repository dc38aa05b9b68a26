import { useId } from "react";
import { Field } from "../components/Field";
import { ProfileTools } from "./ProfileTools";
import type { ProfileDraft } from "./useProfileDraft";

const urlHints = {
	openai: "For example https://openrouter.ai/api/v1 or http://localhost:11434/v1",
	anthropic: "Empty: Anthropic's own address",
} as const;

interface ProfileFieldsProps {
	readonly draft: ProfileDraft;
	readonly hasKey: boolean;
}

export function ProfileFieldsView({ draft, hasKey }: ProfileFieldsProps) {
	const { fields, errors, change, models } = draft;
	const listId = useId();
	const provider = fields.provider === "anthropic" ? "anthropic" : "openai";
	return (
		<>
			<Field label="Provider">
				{(input) => (
					<select
						{...input}
						value={provider}
						onChange={(event) =>
							change({ provider: event.currentTarget.value === "anthropic" ? "anthropic" : "openai" })
						}
						data-testid="profile-provider"
					>
						<option value="openai">OpenAI-compatible</option>
						<option value="anthropic">Anthropic</option>
					</select>
				)}
			</Field>
			<Field label="Base URL" hint={urlHints[provider]} error={errors.baseUrl}>
				{(input) => (
					<input
						{...input}
						type="url"
						spellCheck={false}
						value={fields.baseUrl}
						onChange={(event) => change({ baseUrl: event.currentTarget.value })}
						data-testid="profile-base-url"
					/>
				)}
			</Field>
			<Field
				label="API key"
				hint="Stored in VS Code's secret storage. Local servers need none."
				error={errors.key}
			>
				{(input) => (
					<input
						{...input}
						type="password"
						autoComplete="off"
						placeholder={hasKey && fields.key === undefined ? "A key is stored; type to replace it" : ""}
						value={fields.key ?? ""}
						onChange={(event) => change({ key: event.currentTarget.value })}
						data-testid="profile-key"
					/>
				)}
			</Field>
			<Field
				label="Model"
				hint={
					models.length > 0
						? `The server lists ${models.length}: type or choose one.`
						: "As the server calls it. A test of the connection lists them."
				}
				error={errors.model}
			>
				{(input) => (
					<>
						<input
							{...input}
							list={listId}
							spellCheck={false}
							autoComplete="off"
							value={fields.model}
							onChange={(event) => change({ model: event.currentTarget.value })}
							data-testid="profile-model"
						/>
						<datalist id={listId}>
							{models.map((model) => (
								<option key={model} value={model} />
							))}
						</datalist>
					</>
				)}
			</Field>
			<Field label="Name" hint="As Kiln's lists call it. Empty: the model's name." error={errors.name}>
				{(input) => (
					<input
						{...input}
						value={fields.name}
						onChange={(event) => change({ name: event.currentTarget.value })}
						data-testid="profile-name"
					/>
				)}
			</Field>
			<Field label="Context window" hint="Tokens; empty: as known for the model" error={errors.contextWindow}>
				{(input) => (
					<input
						{...input}
						inputMode="numeric"
						value={fields.contextWindow}
						onChange={(event) => change({ contextWindow: event.currentTarget.value })}
						data-testid="profile-context-window"
					/>
				)}
			</Field>
			<ProfileTools fields={fields} change={change} />
		</>
	);
}
