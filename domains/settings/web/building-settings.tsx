import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Building2 } from "#web/icons.ts";
import { listPageQuery, useExistingPage } from "#web/list-page.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { exportPropertySettings, listPropertySettings, type PropertySettings } from "../contract.ts";
import { BuildingDialog } from "./building-dialog.tsx";
import { formatPercent } from "./typed.ts";

const pageSize = 10;

/** What each building has of its own: whether its units are offered, its fee, its clock. */
export function BuildingSettings() {
  const [page, setPage] = useState(1);
  const [q, setQ] = useState("");
  const [edited, setEdited] = useState<PropertySettings | null>(null);
  const list = useQuery(listPageQuery(listPropertySettings, { page, pageSize, q }));
  useExistingPage(list, { page, pageSize, open: setPage });
  const { data, error, refetch, isFetching } = list;
  const search = useCallback((words: string) => {
    setQ(words);
    setPage(1);
  }, []);
  const hasPages = typeof data?.total === "number" && data.total > pageSize;
  return (
    <Card>
      <CardHeader
        title="Buildings"
        description="What a building has of its own: whether new tenants may choose its units, its card fee and its time zone."
        action={
          <ExportLink
            endpoint={exportPropertySettings}
            query={q === "" ? {} : { q }}
            what="building settings"
          />
        }
      />
      {(q !== "" || hasPages || list.isPlaceholderData) && (
        <SearchBox
          value={q}
          onSearch={search}
          label="Search buildings"
          className="mx-4 mb-3 sm:mx-5 sm:max-w-72"
        />
      )}
      {data === undefined && error === null && <SkeletonRows count={3} />}
      {data === undefined && error !== null && (
        <ErrorState
          title="The buildings could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.rows.length === 0 && (
        <EmptyState icon={<Building2 />} title={q === "" ? "No buildings yet" : "No building found"}>
          {q === "" ? "Each building that is added appears here." : "No name or address holds these words."}
        </EmptyState>
      )}
      {data !== undefined && data.rows.length > 0 && (
        <>
          <Table
            caption="Buildings"
            columns={columns(setEdited)}
            rows={data.rows}
            rowKey={({ id }) => id}
            onOpen={setEdited}
          />
          <Pagination page={page} pageSize={pageSize} total={data.total} onPage={setPage} noun="buildings" />
        </>
      )}
      {edited !== null && <BuildingDialog building={edited} onClose={() => setEdited(null)} />}
    </Card>
  );
}

const columns = (onEdit: (building: PropertySettings) => void): Column<PropertySettings>[] => [
  {
    key: "name",
    header: "Building",
    onPhone: "title",
    cell: ({ name, address }) => (
      <>
        <span className="block font-medium">{name}</span>
        <span className="block text-ink-soft text-sm max-sm:font-normal">{address}</span>
      </>
    ),
  },
  {
    key: "offered",
    header: "Registration",
    cell: ({ offersRegistration }) => (offersRegistration ? "Units offered" : "Not offered"),
  },
  {
    key: "fee",
    header: "Card fee",
    cell: ({ cardFeeBasisPoints }) =>
      cardFeeBasisPoints === null ? (
        <span className="text-ink-soft">As the organization</span>
      ) : (
        <span className="tabular-nums">{formatPercent(cardFeeBasisPoints, 100)}%</span>
      ),
  },
  { key: "zone", header: "Time zone", cell: ({ timeZone }) => timeZone.replaceAll("_", " ") },
  {
    key: "edit",
    header: "Actions",
    isHeaderHidden: true,
    align: "end",
    cell: (row) => (
      <Button size="sm" aria-label={`Change ${row.name}`} onClick={() => onEdit(row)}>
        Change
      </Button>
    ),
  },
];
