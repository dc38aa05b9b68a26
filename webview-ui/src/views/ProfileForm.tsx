import type { ProfileSummary } from "@shared/messages";
import { useEffect, useRef } from "react";
import { Button } from "../components/Button";
import { Icon } from "../components/Icon";
import { DeleteProfile } from "./DeleteProfile";
import { ProfileFieldsView } from "./ProfileFieldsView";
import classes from "./ProfileForm.module.css";
import { useProfileDraft } from "./useProfileDraft";

interface ProfileFormProps {
	/** null: a new one */
	readonly summary: ProfileSummary | null;
	readonly onClose: () => void;
}

export function ProfileForm({ summary, onClose }: ProfileFormProps) {
	const draft = useProfileDraft(summary, onClose);
	const formRef = useRef<HTMLFormElement>(null);
	useEffect(() => {
		const opener = document.activeElement;
		formRef.current?.querySelector<HTMLElement>("select, input")?.focus();
		// The chat below is inert until the form has gone.
		return () => {
			if (opener instanceof HTMLElement) requestAnimationFrame(() => opener.focus());
		};
	}, []);
	const isFaulty = Object.keys(draft.errors).length > 0;
	useEffect(() => {
		if (isFaulty) formRef.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
	}, [isFaulty]);
	return (
		<form
			ref={formRef}
			className={classes.form}
			aria-label={summary === null ? "Connect a model" : `Edit ${summary.profile.name}`}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				draft.save();
			}}
			onKeyDown={(event) => {
				if (event.key === "Escape") onClose();
			}}
			data-testid="profile-form"
		>
			<h2 className={classes.heading}>
				{summary === null ? "Connect a model" : `Edit ${summary.profile.name}`}
			</h2>
			<ProfileFieldsView draft={draft} hasKey={summary?.hasKey ?? false} />
			<div className={classes.buttons}>
				<Button isSecondary onClick={draft.test} isDisabled={draft.work !== null} testId="profile-test">
					{draft.work === "test" ? "Testing…" : "Test connection"}
				</Button>
				<span className={classes.result} role="status" data-testid="profile-test-result">
					{draft.result !== null && (
						<span className={draft.result.ok ? classes.ok : classes.bad}>
							<Icon name={draft.result.ok ? "pass" : "error"} /> {draft.result.message}
						</span>
					)}
					{draft.result?.hint !== undefined && <span className={classes.hint}>{draft.result.hint}</span>}
				</span>
			</div>
			<div className={classes.buttons}>
				<Button onClick={draft.save} isDisabled={draft.work !== null} testId="profile-save">
					{draft.work === "save" ? "Saving…" : "Save"}
				</Button>
				<Button isSecondary onClick={onClose} testId="profile-cancel">
					Cancel
				</Button>
				{summary !== null && <DeleteProfile profileId={summary.profile.id} onDeleted={onClose} />}
			</div>
		</form>
	);
}
