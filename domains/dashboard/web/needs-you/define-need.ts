import type { UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Role } from "#shared/permissions.ts";
import type { LucideIcon } from "#web/icons.ts";
import {
  type FiltersOf,
  type ListEndpoint,
  type ListPage,
  listPageQuery,
  type RowOf,
} from "#web/list/list-queries.ts";

/** From most to least severe, which is the order of the rows. */
const severityOrder = [
  "urgent",
  "backup",
  "returned",
  "overdue",
  "expired",
  "emails",
  "conflicts",
  "unassigned",
  "payments",
  "questions",
  "approvals",
  "expiring",
  "leases",
  "invitations",
] as const;

/** A record that needs attention. */
export interface NeedRow {
  id: number;
  severity: (typeof severityOrder)[number];
  /** Sorts rows of the same severity. Without it, they keep the order of their list. */
  date?: string;
  face:
    | { Icon: LucideIcon; tone: "red" | "amber" | "blue" | "violet" }
    | { person: { id: number; fullName: string } }
    | { company: { id: number; name: string } };
  title: string;
  detail: string;
  /** The amount, how long it has been waiting, or when it's due. */
  figure: string;
  isAmount?: boolean;
  needsAttention?: boolean;
  href: string;
  /** The main action, which is the page's primary button in the first row. */
  renderAction: (variant?: "primary") => ReactNode;
}

/** Sorts rows by severity and then by date. */
export const sortBySeverity = <Row extends { row: NeedRow }>(rows: readonly Row[]): Row[] =>
  rows.toSorted(
    ({ row: a }, { row: b }) =>
      severityOrder.indexOf(a.severity) - severityOrder.indexOf(b.severity) ||
      (a.date ?? "").localeCompare(b.date ?? ""),
  );

export const needGroups = ["Work", "Money", "People", "Leases and documents", "Portal"] as const;

export interface Need {
  kind:
    | "conflicts"
    | "pressing"
    | "emails"
    | "payments"
    | "returned"
    | "questions"
    | "approvals"
    | "overdue"
    | "leases"
    | "documents"
    | "invitations";
  group: (typeof needGroups)[number];
  roles: readonly Role[];
  filters: Readonly<Record<string, string>>;
  /** The first rows of a list, with its total. */
  query: UseQueryOptions<ListPage<never>>;
  toRow: (row: never, now: Date) => NeedRow;
  /** The page with the same filters. Without one, all rows are shown here. */
  listPath?: string;
  countLabels: { singular: string; plural: string };
}

/** More than are shown at first, so that the most severe are among them. */
const maxRowsPerNeed = 20;

/** Creates a need that counts and shows the rows of a list. */
export const defineNeed = <Endpoint extends ListEndpoint>({
  list,
  sort,
  ...fields
}: Omit<Need, "filters" | "query" | "toRow"> & {
  list: Endpoint;
  filters: FiltersOf<Endpoint> & Record<string, string>;
  sort?: FiltersOf<Endpoint> & Record<string, string>;
  toRow: (row: RowOf<Endpoint>, now: Date) => NeedRow;
}): Need => ({
  ...fields,
  // Its rows are only ever passed to its own `toRow`.
  query: listPageQuery(list, {
    ...fields.filters,
    ...sort,
    page: 1,
    pageSize: maxRowsPerNeed,
  }) as unknown as Need["query"],
});
