import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { Pencil, Plus } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { exportRecoveryHistory, type RecoveryHistoryRow } from "../../history-contract.ts";
import { recoveryHistoryQuery } from "../queries.ts";
import { EditHistory } from "./edit-history.tsx";

/** A lease's amounts from the previous system, by pool and year (REC-21). Renders nothing until they're loaded. */
export function HistorySection({ leaseId }: { leaseId: number }) {
  const { data: history } = useQuery(recoveryHistoryQuery(leaseId));
  const [edited, setEdited] = useState<RecoveryHistoryRow | "new">();
  const canWrite = useIsServerReachable();
  if (history === undefined) return null;
  const { rows } = history;
  return (
    <Section
      title="Amounts from your previous system"
      description="Caps and base years continue from these amounts."
      action={
        <div className="flex gap-2">
          {rows.length > 0 && (
            <ExportLink
              size="sm"
              endpoint={exportRecoveryHistory}
              params={{ id: leaseId }}
              query={{}}
              noun="amounts from your previous system"
            />
          )}
          <Button
            size="sm"
            disabled={!canWrite}
            icon={<Plus aria-hidden="true" />}
            onClick={() => setEdited("new")}
          >
            Add Amounts
          </Button>
        </div>
      }
    >
      {rows.length === 0 ? (
        <p className="px-(--inset) py-2.5 text-ink-soft">
          None. Add them if another system reconciled earlier years of this lease.
        </p>
      ) : (
        <Table
          caption="Amounts from your previous system"
          columns={[
            ...columns,
            {
              key: "edit",
              header: "Edit",
              isHeaderHidden: true,
              phoneSlot: "action",
              cell: (row) => (
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={!canWrite}
                  aria-label={`Edit ${row.pool} for ${row.year}`}
                  icon={<Pencil aria-hidden="true" />}
                  onClick={() => setEdited(row)}
                />
              ),
            },
          ]}
          rows={rows}
          rowKey={({ poolId, year }) => `${poolId} ${year}`}
        />
      )}
      {edited !== undefined && (
        <EditHistory
          history={history}
          row={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

const formatKnown = (cents: number | null) => (cents === null ? "" : formatAmount(cents));

const createAmountColumn = (
  key: "baseCents" | "cappedCents" | "shareCents" | "estimatesCents",
  header: string,
): Column<RecoveryHistoryRow> => ({
  key,
  header,
  align: "end",
  cell: (row) => formatKnown(row[key]),
});

const columns: readonly Column<RecoveryHistoryRow>[] = [
  {
    key: "pool",
    header: "Pool",
    cell: ({ pool }) => pool,
    phoneSlot: "title",
    phoneCell: ({ pool, year }) => `${pool}, ${year}`,
  },
  { key: "year", header: "Year", cell: ({ year }) => year, phoneSlot: "hidden" },
  createAmountColumn("baseCents", "Base year cost"),
  createAmountColumn("cappedCents", "Controllable costs billed"),
  createAmountColumn("shareCents", "Share"),
  createAmountColumn("estimatesCents", "Estimates billed"),
  { key: "due", header: "Due", align: "end", cell: ({ dueCents }) => formatKnown(dueCents) },
  {
    key: "entered",
    header: "Entered",
    cell: ({ enteredBy, enteredAt }) => `${enteredBy ?? "Portal"}, ${formatDay(enteredAt)}`,
    phoneSlot: "line",
  },
];
