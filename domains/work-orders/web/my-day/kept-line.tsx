import { formatMomentAfter, formatSince } from "#shared/format/dates.ts";
import { MonitorSmartphone } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMinute } from "#web/use-minute.ts";
import { useKept } from "./kept-state.ts";

/** What of the work is on this device, and while there is no network how old it is. */
export function KeptLine() {
  const kept = useKept();
  const isReachable = useIsServerReachable();
  const now = useMinute();
  if (kept === null) return null;
  const moment = formatMomentAfter(kept.keptAt, now.toISOString());
  const counts = `${count(kept.orders, "order")}, ${count(kept.photos, "photo")}`;
  return (
    <p className="mb-4 flex items-start gap-2 text-ink-soft text-sm max-sm:mb-3">
      <MonitorSmartphone aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {isReachable
          ? `Kept at ${moment}, ${counts}`
          : `Kept at ${moment} (${formatSince(kept.keptAt, now)}), ${counts}`}
      </span>
    </p>
  );
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
