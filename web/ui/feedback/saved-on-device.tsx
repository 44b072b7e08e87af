import { formatMomentAfter } from "#shared/format/dates.ts";
import { CloudCheck } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCurrentMinute } from "#web/use-current-minute.ts";

interface SavedOnDeviceProps {
  /** When the data was loaded, as a Unix timestamp in milliseconds. */
  loadedAt: number;
}

/** While offline, says how old the amounts on the page are and why they can't be paid now. */
export function SavedOnDevice({ loadedAt }: SavedOnDeviceProps) {
  const isReachable = useIsServerReachable();
  const now = useCurrentMinute();
  if (isReachable) return null;
  const moment = formatMomentAfter(new Date(loadedAt).toISOString(), now.toISOString());
  return (
    <p className="flex items-start gap-2 py-2 text-ink-soft text-sm">
      <CloudCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{`Saved on this device ${moment}. Payments can be made when you're back online.`}</span>
    </p>
  );
}
