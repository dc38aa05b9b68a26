import { isWorking } from "@shared/task-view";
import type { KeyboardEvent } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { IconButton } from "../components/IconButton";
import { composerInput, decisionPanel, moveFocusOn } from "../components/moveFocusOn";
import { useKiln } from "../state/KilnContext";
import { sendDraft } from "../state/settle";
import { useExternal, useReplica } from "../state/useReplica";
import { inputPlaceholder } from "../text/phaseText";
import { AutoApprovePill } from "./AutoApprovePill";
import { CompletionList, optionId } from "./CompletionList";
import classes from "./Composer.module.css";
import { ContextPill } from "./ContextPill";
import { isSendKey, recall } from "./composerKeys";
import { ModePicker } from "./ModePicker";
import { ProfilePicker } from "./ProfilePicker";
import { StopButton } from "./StopButton";
import { useCompletion } from "./useCompletion";

/** The input and what belongs to the next message: mode, model, what may happen without asking. */
export function Composer() {
	const services = useKiln();
	const { drafts } = services;
	const text = useExternal(drafts.text);
	const phase = useReplica((replica) => replica.phase);
	const hasTask = useReplica((replica) => replica.header !== null);
	const inputRef = useFocusOnEntry();
	const send = () => sendDraft(services);
	const onKeyDown = useComposerKeys(send);
	const listId = useId();
	const completion = useCompletion(inputRef, text);
	const hasList = completion.items.length > 0;
	const canSend = text.trim() !== "";
	return (
		<form
			className={classes.composer}
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
		>
			<CompletionList id={listId} completion={completion} />
			<div className={classes.box}>
				<textarea
					ref={inputRef}
					className={classes.input}
					rows={2}
					aria-label="Message to Kiln"
					placeholder={inputPlaceholder(phase, hasTask)}
					value={text}
					onChange={(event) => {
						drafts.text.set(event.currentTarget.value);
						completion.onCaret(event.currentTarget.selectionStart);
					}}
					onSelect={(event) => completion.onCaret(caretOf(event.currentTarget))}
					onBlur={() => completion.onCaret(null)}
					onKeyDown={(event) => {
						if (!completion.onKeyDown(event)) onKeyDown(event);
					}}
					aria-autocomplete="list"
					aria-haspopup="listbox"
					aria-controls={hasList ? listId : undefined}
					aria-activedescendant={hasList ? optionId(listId, completion.active) : undefined}
					data-testid="chat-input"
					{...composerInput}
				/>
				<div className={classes.bar}>
					<ModePicker />
					<ProfilePicker />
					<span className={classes.space} />
					{isWorking(phase) && <StopButton />}
					<span {...decisionPanel.other}>
						<IconButton
							icon="send"
							label="Send (Enter)"
							isProminent={canSend}
							isDisabled={!canSend}
							onClick={() => {
								// There is nothing to send any more: the button cannot keep the focus.
								moveFocusOn();
								send();
							}}
							testId="send"
						/>
					</span>
				</div>
			</div>
			<div className={classes.pills}>
				<AutoApprovePill />
				<ContextPill />
			</div>
		</form>
	);
}

/** Where the next letter goes; null: text is selected. */
function caretOf({ selectionStart, selectionEnd }: HTMLTextAreaElement): number | null {
	return selectionStart === selectionEnd ? selectionStart : null;
}

/** Enter sends; ↑ and ↓ go through what was sent, once the input is empty or already shows one of them. */
function useComposerKeys(send: () => void): (event: KeyboardEvent<HTMLTextAreaElement>) => void {
	const { drafts } = useKiln();
	const [recalled, setRecalled] = useState<number | null>(null);
	return (event) => {
		if (isSendKey(event.nativeEvent)) {
			event.preventDefault();
			// A key held at a button that then hands on the focus is no wish to send.
			if (event.repeat) return;
			setRecalled(null);
			send();
			return;
		}
		const step = recall(event.key, { sent: drafts.sent.get(), text: drafts.text.get(), recalled });
		if (step === undefined) return;
		event.preventDefault();
		setRecalled(step.recalled);
		drafts.text.set(step.text);
	};
}

/** When the person enters the view itself (not when something happens in it), the input has the focus. */
function useFocusOnEntry() {
	const inputRef = useRef<HTMLTextAreaElement>(null);
	useEffect(() => {
		const onFocus = () => {
			if (document.activeElement === document.body) inputRef.current?.focus({ preventScroll: true });
		};
		window.addEventListener("focus", onFocus);
		return () => window.removeEventListener("focus", onFocus);
	}, []);
	return inputRef;
}
