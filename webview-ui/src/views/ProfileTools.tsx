import type { PromptVariant, ToolFormatName } from "@shared/settings";
import { Field } from "../components/Field";
import { formatNames, variantNames } from "../text/keptProfileForm";
import type { ProfileFields } from "../text/validateProfile";
import classes from "./ProfileForm.module.css";
import type { ProfileDraft } from "./useProfileDraft";

const formats: Readonly<Record<ToolFormatName, { readonly label: string; readonly hint: string }>> = {
	xml: { label: "XML", hint: "Works with every model" },
	native: { label: "Native", hint: "The provider's own tool calls; the model must support them" },
	react: { label: "ReAct", hint: "Thought and action as text, for models that know no other way" },
};

const variants: Readonly<Record<PromptVariant, { readonly label: string; readonly hint: string }>> = {
	full: { label: "Full", hint: "Everything is explained" },
	compact: { label: "Compact", hint: "Fewer tools and words, for small models and windows" },
};

const customTools = [
	["apply_patch", "several files in one patch"],
	["search_and_replace", "replaces text or a pattern in a file"],
	["search_replace", "replaces one exact passage"],
	["insert_content", "inserts lines at a place"],
] as const;

type Choice = Pick<ProfileDraft, "fields" | "change">;

/** How the model is told of tools, and of which ones. */
export function ProfileTools({ fields, change }: Choice) {
	return (
		<>
			<div className={classes.pair}>
				<FormatChoice fields={fields} change={change} />
				<VariantChoice fields={fields} change={change} />
			</div>
			<CustomTools fields={fields} change={change} />
		</>
	);
}

function FormatChoice({ fields, change }: Choice) {
	return (
		<div>
			<Field label="Tool format" hint={formats[fields.toolFormat].hint}>
				{(input) => (
					<select
						{...input}
						value={fields.toolFormat}
						onChange={(event) => {
							const chosen = formatNames.find((name) => name === event.currentTarget.value);
							if (chosen !== undefined) change({ toolFormat: chosen });
						}}
						data-testid="profile-tool-format"
					>
						{formatNames.map((name) => (
							<option key={name} value={name}>
								{formats[name].label}
							</option>
						))}
					</select>
				)}
			</Field>
		</div>
	);
}

function VariantChoice({ fields, change }: Choice) {
	return (
		<div>
			<Field label="Prompt" hint={variants[fields.promptVariant].hint}>
				{(input) => (
					<select
						{...input}
						value={fields.promptVariant}
						onChange={(event) => {
							const chosen = variantNames.find((name) => name === event.currentTarget.value);
							if (chosen !== undefined) change({ promptVariant: chosen });
						}}
						data-testid="profile-prompt-variant"
					>
						{variantNames.map((name) => (
							<option key={name} value={name}>
								{variants[name].label}
							</option>
						))}
					</select>
				)}
			</Field>
		</div>
	);
}

function CustomTools({ fields, change }: Choice) {
	return (
		<fieldset className={classes.tools}>
			<legend className={classes.legend}>More ways to edit</legend>
			{customTools.map(([name, words]) => (
				<vscode-checkbox
					key={name}
					checked={fields.customTools.includes(name)}
					label={`${name}: ${words}`}
					onChange={(event) => change({ customTools: withTool(fields, name, event.currentTarget.checked) })}
					data-testid={`profile-tool-${name}`}
				/>
			))}
			<span className={classes.hint}>For models that know these better than apply_diff.</span>
		</fieldset>
	);
}

/** Names that this form does not know stay as they are. */
function withTool({ customTools: known }: ProfileFields, name: string, isOn: boolean): string[] {
	const others = known.filter((one) => one !== name);
	return isOn ? [...others, name] : others;
}
