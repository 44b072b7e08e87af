import { useIsNarrower } from "#web/ui/use-narrow.ts";

/** Whether the screen is a phone's: as narrow as what `max-sm:` styles. */
export const useIsPhone = (): boolean => useIsNarrower(40);
