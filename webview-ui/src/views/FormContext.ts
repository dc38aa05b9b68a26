import type { ProfileSummary } from "@shared/messages";
import { createContext, useContext } from "react";

/** Opens the profile form: for a new profile with null. */
export const FormContext = createContext<(profile: ProfileSummary | null) => void>(() => {});

export function useProfileForm(): (profile: ProfileSummary | null) => void {
	return useContext(FormContext);
}
