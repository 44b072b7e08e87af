import type { WorkTime } from "./work.ts";

/** From when to when somebody worked, as instants; `endedAt` is null while they still do. */
export type Span = Pick<WorkTime, "startedAt" | "endedAt">;

/** The longest time that is recorded by hand. */
const hoursMax = 24;

/** Why nobody can have worked then, by the field at fault; for the server and for what is kept on a phone without it. */
export function wrongSpan(
  { startedAt, endedAt }: Span,
  now: Date,
): { field: keyof Span; message: string } | undefined {
  const start = Date.parse(startedAt);
  const end = endedAt === null ? now.getTime() : Date.parse(endedAt);
  if (start > now.getTime()) return { field: "startedAt", message: "Please choose a time that has passed" };
  if (end > now.getTime()) return { field: "endedAt", message: "Please choose a time that has passed" };
  if (end < start || (end === start && endedAt !== null))
    return { field: "endedAt", message: "The work must end after it began" };
  if (end - start > hoursMax * 3_600_000)
    return { field: "endedAt", message: `Please record at most ${hoursMax} hours at once` };
  return undefined;
}

/** The minutes worked in all; what still runs counts until `now`. */
export function minutesWorked(spans: readonly Span[], now: Date): number {
  const ms = spans.map(({ startedAt, endedAt }) => {
    const end = endedAt === null ? now.getTime() : Date.parse(endedAt);
    return Math.max(0, end - Date.parse(startedAt));
  });
  return Math.round(ms.reduce((sum, one) => sum + one, 0) / 60_000);
}
