import { useState } from "react";
import { useKiln } from "../state/KilnContext";

/** Open or folded: the person's choice, also after the row was scrolled away; before one, `isOpenByItself`. */
export function useFold(rowId: string, isOpenByItself: boolean): readonly [boolean, () => void] {
	const { folds } = useKiln();
	const [choice, setChoice] = useState(folds.get(rowId));
	const isOpen = choice ?? isOpenByItself;
	const toggle = () => {
		folds.set(rowId, !isOpen);
		setChoice(!isOpen);
	};
	return [isOpen, toggle];
}
