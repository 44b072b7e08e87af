import { nameOtherTimeZone } from "#web/time-zone-name.ts";
import { describeConflict, type WorkConflict } from "../../work.ts";

interface ConflictTextProps {
  conflict: Pick<WorkConflict, "requested" | "current" | "happenedAt">;
  /** Who made the late update: a name, or “You”. */
  author: string;
  timeZone: string;
}

/** Both sides of a conflict in the property's time zone, with the reason that was given for the change on the server. */
export function ConflictText({ conflict, author, timeZone }: ConflictTextProps) {
  const { by, reason } = conflict.current;
  const zone = nameOtherTimeZone(timeZone, conflict.happenedAt, "longGeneric");
  return (
    <>
      <p>
        {describeConflict({ ...conflict, author }, timeZone)}
        {zone !== null && ` (${zone})`}
      </p>
      {reason !== undefined && (
        <p className="wrap-anywhere mt-1 whitespace-pre-wrap">
          {by === null ? "Reason" : `${by}'s reason`}: “{reason}”
        </p>
      )}
    </>
  );
}
