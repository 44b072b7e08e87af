import { useIsNarrower } from "#web/ui/use-is-narrower.ts";

/** Whether the screen is as narrow as a phone's, like the styles of `max-sm:`. */
export const useIsPhone = (): boolean => useIsNarrower(40);
