import { useKiln } from "../state/KilnContext";
import { useExternal } from "../state/useReplica";

/** Open or folded: the person's choice, also after the row was scrolled away; before one, `isOpenByItself`. */
export function useFold(rowId: string, isOpenByItself: boolean): readonly [boolean, () => void] {
	const { folds } = useKiln().drafts;
	const isOpen = useExternal(folds).get(rowId) ?? isOpenByItself;
	return [isOpen, () => folds.set(new Map(folds.get()).set(rowId, !isOpen))];
}
