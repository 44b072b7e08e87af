import { endpointQuery } from "#web/query-client.ts";
import { type FileImport, listImports, readImport, readImportLayout } from "../contract.ts";

/** The polling interval during an import. */
const pollMs = 500;
const isInProgress = ({ state }: FileImport) =>
  state === "queued" || state === "running" || state === "reading";

export const importsQuery = endpointQuery(listImports, { query: { limit: "20" } });

export const importQuery = (id: number) => ({
  ...endpointQuery(readImport, { params: { id } }),
  refetchInterval: ({ state }: { state: { data?: FileImport } }) =>
    state.data !== undefined && isInProgress(state.data) ? pollMs : (false as const),
});

export const importLayoutQuery = (id: number) => endpointQuery(readImportLayout, { params: { id } });
