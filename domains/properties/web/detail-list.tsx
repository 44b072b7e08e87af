import type { ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";

interface DetailListProps {
  details: readonly { name: string; value: ReactNode; isWide?: boolean }[];
  /** Whether it's shown in a narrow column next to the page. */
  isNarrow?: boolean;
}

/** A list of labels and values. */
export function DetailList({ details, isNarrow = false }: DetailListProps) {
  return (
    <dl
      className={classes(
        "grid grid-cols-2 content-start gap-x-6 gap-y-3 pt-3",
        isNarrow ? "md:max-xl:grid-cols-4" : "lg:grid-cols-3",
      )}
    >
      {details.map(({ name, value, isWide = false }) => (
        <div key={name} className={classes("min-w-0", isWide && "col-span-full")}>
          <dt className="text-ink-soft text-sm">{name}</dt>
          <dd className="mt-0.5 font-medium tabular-nums [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The access notes, with their line breaks. */
export const accessNotesDetail = (notes: string | null) => ({
  name: "Access notes",
  value: notes === null ? <NotProvided /> : <span className="whitespace-pre-line font-normal">{notes}</span>,
  isWide: true,
});

export const NotProvided = () => <span className="font-normal text-ink-faint">Not provided</span>;
