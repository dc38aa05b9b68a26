import { useCallback, useEffect, useRef, useState } from "react";
import { Virtuoso } from "react-virtuoso";
import { Icon } from "../components/Icon";
import { RowView } from "../rows/RowView";
import { useKiln } from "../state/KilnContext";
import { useReplica } from "../state/useReplica";
import classes from "./MessageList.module.css";
import { useFirstIndex } from "./useFirstIndex";
import { useFollow } from "./useFollow";

const renderRow = (_index: number, id: string) => <RowView id={id} />;
const rowKey = (_index: number, id: string) => id;

/** Rows just outside the view are kept ready, so that a turn of the wheel shows no gap. */
const overscan = { top: 400, bottom: 200 };

/** The conversation, virtualised. It follows the stream only while the person is at its end. */
export function MessageList() {
	const { store } = useKiln();
	const ids = useReplica((replica) => replica.ids);
	const follow = useFollow();
	const { isFollowing } = follow;
	// The list cannot lose rows at its start without losing its place: it begins anew, at the end.
	const [generation, setGeneration] = useState(0);
	const boxRef = useRef<HTMLDivElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: new rows are the occasion
	useEffect(() => {
		// Not while the person types into a row.
		const isInUse = boxRef.current?.contains(document.activeElement) ?? false;
		if (isFollowing && !isInUse && store.dropOldRows()) setGeneration((value) => value + 1);
	}, [store, isFollowing, ids]);
	return (
		<div ref={boxRef} className={classes.box}>
			<Rows key={generation} ids={ids} scrollerRef={follow.scrollerRef} onHeightChanged={follow.toEnd} />
			{!isFollowing && (
				<button type="button" className={classes.jump} onClick={follow.jump} data-testid="jump-to-latest">
					<Icon name="arrow-down" />
					Jump to latest
				</button>
			)}
		</div>
	);
}

interface RowsProps {
	readonly ids: readonly string[];
	readonly scrollerRef: (element: HTMLElement | null | Window) => void;
	readonly onHeightChanged: () => void;
}

function Rows({ ids, scrollerRef, onHeightChanged }: RowsProps) {
	const { store } = useKiln();
	const hasOlder = useReplica((replica) => replica.hasOlder);
	const firstIndex = useFirstIndex(ids);
	// Where the list opens is decided once: later values would make it jump.
	const [start] = useState({ index: Math.max(0, ids.length - 1), align: "end" as const });
	const askedBefore = useRef<string>(undefined);
	// The list tells only once that a row is reached as its first: what is not asked for then never is.
	const askOlder = useCallback(() => {
		const [first] = store.get().ids;
		if (first === askedBefore.current) return;
		askedBefore.current = first;
		store.askOlder();
	}, [store]);
	return (
		<Virtuoso
			className={classes.list}
			role="log"
			aria-label="Conversation"
			aria-live="off"
			data-testid="messages"
			data={ids}
			firstItemIndex={firstIndex}
			initialTopMostItemIndex={start}
			computeItemKey={rowKey}
			itemContent={renderRow}
			increaseViewportBy={overscan}
			startReached={askOlder}
			scrollerRef={scrollerRef}
			totalListHeightChanged={onHeightChanged}
			components={hasOlder ? withOlderHeader : withEdges}
		/>
	);
}

function Edge() {
	return <div className={classes.edge} />;
}

function OlderHeader() {
	return <div className={classes.older}>Fetching earlier messages…</div>;
}

const withEdges = { Header: Edge, Footer: Edge };
const withOlderHeader = { Header: OlderHeader, Footer: Edge };
