import { endpointQuery } from "#web/query-client.ts";
import { readDocument } from "../contract.ts";

export const documentQuery = (id: number) => endpointQuery(readDocument, { params: { id } });
