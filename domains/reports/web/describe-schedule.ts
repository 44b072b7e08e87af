import { formatTime } from "#shared/format/dates.ts";
import type { DeliveryOutcome, ReportSchedule } from "../saved-reports-contract.ts";

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** `every Wednesday at 7:00 AM`, `on the last day of each month at 7:00 AM`. */
export function describeSchedule({
  repeats,
  day,
  at,
}: Pick<ReportSchedule, "repeats" | "day" | "at">): string {
  const time = formatTime(`2000-01-01T${at}:00Z`, "UTC");
  if (repeats === "weekly") return `every ${weekdays[day - 1] ?? ""} at ${time}`;
  return day === 31 ? `on the last day of each month at ${time}` : `on day ${day} of each month at ${time}`;
}

const outcomeLabels: Record<Exclude<DeliveryOutcome, "sent">, string> = {
  waiting: "being sent",
  "sent-as-link": "sent as a link because the report is too large for an email",
  "no-access": "not sent because they can't open the report",
  "turned-off": "not sent because they turned off these emails or haven't confirmed their address",
  failed: "failed",
};

/**
 * Describes the last run: how many recipients got the report, and why others didn't. Null if the run included
 * none of the recipients.
 */
export function describeOutcomes(recipients: ReportSchedule["recipients"]): string | null {
  if (recipients.every(({ outcome }) => outcome === null)) return null;
  const sent = recipients.filter(({ outcome }) => outcome === "sent").length;
  const others = recipients.flatMap(({ fullName, outcome }) =>
    outcome === null || outcome === "sent" ? [] : [`${fullName}: ${outcomeLabels[outcome]}`],
  );
  return [...(sent > 0 ? [`sent to ${sent}`] : []), ...others].join(". ");
}
