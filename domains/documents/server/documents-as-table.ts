import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsOf } from "#server/http/csv.ts";
import type { Input } from "#server/http/route.ts";
import type { DocumentCard, exportDocuments } from "../contract.ts";
import type { Visibility } from "../types.ts";
import { listDocuments } from "./list-documents.ts";

const seenBy: Record<Visibility, string> = {
  building: "Everyone in the building",
  lease: "The tenant",
  staff: "Staff only",
};

/** The documents that the list shows, for spreadsheets. */
export const documentsAsTable = (
  ctx: SignedInCtx,
  input: Input<typeof exportDocuments>,
): CsvTable<DocumentCard> => ({
  name: "documents",
  columns: {
    Number: ({ id }) => id,
    Title: ({ title }) => title,
    Type: ({ type }) => type,
    Building: ({ property }) => property.name,
    Unit: ({ unit }) => unit?.unitNumber ?? null,
    Lease: ({ leaseId }) => leaseId,
    "Seen by": ({ visibility }) => seenBy[visibility],
    "Valid until": ({ expiresOn }) => expiresOn,
    "Added (UTC)": ({ createdAt }) => new Date(createdAt),
    "Added by": ({ createdBy }) => createdBy.fullName,
    File: ({ file }) => file.name,
    Bytes: ({ file }) => file.bytes,
  },
  rows: rowsOf((part) => listDocuments(ctx, { ...input, ...part }), input),
});
