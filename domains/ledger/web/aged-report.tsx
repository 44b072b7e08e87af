import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useLocation } from "wouter";
import { useExistingPage } from "#web/list-page.ts";
import { paths } from "#web/paths.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Input } from "#web/ui/input.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Select } from "#web/ui/select.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { sayBalance } from "../describe.ts";
import { type AgedLease, type AgedTotals, exportAged } from "../reports-contract.ts";
import { agedFilterNames, useReportAddress } from "./report-address.ts";
import {
  leaseColumn,
  Money,
  NothingToReport,
  ReportCard,
  ReportFilterBar,
  type Totals,
  totalOf,
} from "./report-parts.tsx";
import { agedQuery, agedTotalsQuery, reportRowsPerPage } from "./report-queries.ts";

/** Who owes what, by the days since it was due: now or at the end of a day. */
export function AgedReport() {
  const address = useReportAddress(agedFilterNames);
  const { filters, page, set, setPage } = address;
  const [, navigate] = useLocation();
  const onId = useId();
  const list = useQuery(agedQuery(filters, page));
  const totals = useQuery(agedTotalsQuery(filters)).data;
  useExistingPage(list, { page, pageSize: reportRowsPerPage, open: setPage });
  return (
    <>
      <ReportFilterBar
        address={address}
        action={
          <ExportLink endpoint={exportAged} query={filters} what="aged receivables" className="max-sm:grow" />
        }
      >
        <Select
          aria-label="Show"
          className="w-44 max-sm:flex-1"
          placeholder="All that is open"
          options={[{ value: "yes", label: "Only overdue" }]}
          value={filters.overdue ?? ""}
          onChange={(event) => set("overdue", event.target.value)}
        />
        <Select
          aria-label="Order"
          className="w-48 max-sm:w-full"
          options={[
            { value: "", label: "Newest lease first" },
            { value: "owed", label: "Most owed first" },
            { value: "longest", label: "Longest overdue first" },
            { value: "company", label: "By company" },
          ]}
          value={filters.sort ?? ""}
          onChange={(event) => set("sort", event.target.value)}
        />
        <div className="flex items-center gap-2 max-sm:w-full">
          <label htmlFor={onId} className="shrink-0 text-ink-soft">
            As of
          </label>
          <Input
            id={onId}
            type="date"
            className="w-40 max-sm:flex-1"
            min="1900-01-01"
            max="2199-12-31"
            value={filters.on ?? ""}
            onChange={(event) => set("on", event.target.value)}
          />
        </div>
      </ReportFilterBar>
      <ReportCard query={list} failed="The aged receivables could not be loaded.">
        {({ rows, total }) =>
          rows.length === 0 ? (
            <NothingToReport address={address} title="Nothing is owed">
              Every charge that was posted is paid, and no lease has credit.
            </NothingToReport>
          ) : (
            <>
              <Table<AgedLease | AgedSum>
                caption="Aged receivables"
                columns={columns}
                rows={totals === undefined ? rows : [...rows, { totalOf: totalOf(totals.leases), ...totals }]}
                rowKey={(row) => ("id" in row ? row.id : "total")}
                onOpen={(row) => "id" in row && navigate(paths.lease(row.id))}
              />
              <Pagination
                page={page}
                pageSize={reportRowsPerPage}
                total={total}
                onPage={setPage}
                noun="leases"
              />
            </>
          )
        }
      </ReportCard>
    </>
  );
}

type AgedSum = Totals & AgedTotals;

const amount = (
  key: Exclude<keyof AgedTotals, "leases">,
  header: string,
  tone?: string,
): Column<AgedLease | AgedSum> => ({
  key,
  header,
  align: "end",
  cell: (row) => <Money cents={row[key]} tone={tone} />,
});

const columns: Column<AgedLease | AgedSum>[] = [
  leaseColumn<AgedLease>() as Column<AgedLease | AgedSum>,
  amount("notDueCents", "Not yet due"),
  amount("upTo30Cents", "0–30 days"),
  amount("upTo60Cents", "31–60 days", "text-amber-text"),
  amount("upTo90Cents", "61–90 days", "text-red-text"),
  amount("over90Cents", "Over 90 days", "text-red-text"),
  amount("creditCents", "Credit", "text-green-text"),
  {
    key: "balanceCents",
    header: "Balance",
    align: "end",
    cell: ({ balanceCents }) => <span className="font-medium">{sayBalance(balanceCents)}</span>,
  },
];
