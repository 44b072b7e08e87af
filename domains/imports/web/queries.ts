import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callForResponse, totalOf } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { type FileImport, listImportErrors, listImports, readImport } from "../contract.ts";

/** How often an import under way is looked at. */
const everyMs = 500;
const isUnderWay = ({ state }: FileImport) =>
  state === "queued" || state === "running" || state === "reading";

export const errorsPageSize = 50;

export const importsQuery = endpointQuery(listImports, { query: { limit: "20" } });

export const importQuery = (id: number) => ({
  ...endpointQuery(readImport, { params: { id } }),
  refetchInterval: ({ state }: { state: { data?: FileImport | undefined } }) =>
    state.data !== undefined && isUnderWay(state.data) ? everyMs : (false as const),
});

export const errorsQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [`/api/imports/${id}/errors`, page],
    queryFn: async ({ signal }) => {
      const { answer, headers } = await callForResponse(listImportErrors, {
        params: { id },
        query: { page: String(page), pageSize: String(errorsPageSize) },
        signal,
      });
      return { rows: answer, total: totalOf(headers) ?? answer.length };
    },
    placeholderData: keepPreviousData,
  });
