import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsOf } from "#server/http/csv.ts";
import type { Input } from "#server/http/route.ts";
import type { CompanyRow, exportCompanies } from "../company-contract.ts";
import type { exportLeases, LeaseRow } from "../contract.ts";
import { leaseStateLabels } from "../states.ts";
import { listCompanies } from "./companies.ts";
import { listLeases } from "./list-leases.ts";

/** The leases that the list shows, for spreadsheets. */
export const leasesAsTable = (ctx: SignedInCtx, input: Input<typeof exportLeases>): CsvTable<LeaseRow> => ({
  name: "leases",
  columns: {
    Lease: ({ id }) => id,
    Company: ({ company }) => company.name,
    Building: ({ property }) => property.name,
    Units: ({ units }) => units.map(({ unitNumber }) => unitNumber).join(", "),
    From: ({ from }) => from,
    To: ({ to }) => to,
    State: ({ state }) => leaseStateLabels[state],
  },
  rows: rowsOf((part) => listLeases(ctx, { ...input, ...part }), input),
});

/** The companies that the list shows, for spreadsheets. */
export const companiesAsTable = (
  ctx: SignedInCtx,
  input: Input<typeof exportCompanies>,
): CsvTable<CompanyRow> => ({
  name: "companies",
  columns: {
    Name: ({ name }) => name,
    "Contact e-mail": ({ contactEmail }) => contactEmail,
    "Contact phone": ({ contactPhone }) => contactPhone,
    "Running leases": ({ runningLeases }) => runningLeases,
    Leases: ({ leases }) => leases,
  },
  rows: rowsOf((part) => listCompanies(ctx, { ...input, ...part }), input),
});
