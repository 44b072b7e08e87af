import { sql } from "kysely";
import { defineList } from "#server/list/define-list.ts";
import { containsWords } from "#server/list/search.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listPropertyOptions, PropertyOption } from "../../choices-contract.ts";
import type { listProperties, Property } from "../../contract.ts";
import { propertyTypeLabels } from "../../property-types.ts";
import { propertyScope } from "../access.ts";
import { imageUrl, propertyColumns, propertyText } from "./property-queries.ts";

const idColumn = sql`p.id`;

/** The properties the user can access, oldest first (API-13). */
export const propertyOptionList = defineList<QueryOf<typeof listPropertyOptions>, PropertyOption>({
  from: sql`properties p`,
  columns: sql`p.id, p.name, concat_ws(', ', p.address, p.city, p.state || ' ' || p.zip) as address, ${imageUrl} as image`,
  id: idColumn,
  sort: () => ({ by: [idColumn] }),
  scope: propertyScope,
  filters: {},
  returnsAllByDefault: true,
});

/**
 * The properties the user can access, newest first. Each word of `q` is searched in name, address, city,
 * state, and ZIP (PROP-08).
 */
export const propertyList = defineList<QueryOf<typeof listProperties>, Property>({
  from: sql`properties p`,
  columns: propertyColumns,
  id: idColumn,
  sort: () => ({ by: [idColumn], descending: true }),
  scope: propertyScope,
  filters: { type: (type) => sql`p.type = ${type}` },
  search: (text) => containsWords(propertyText, text),
  returnsAllByDefault: true,
  csv: {
    name: "properties",
    cells: {
      Name: ({ name }) => name,
      Address: ({ address }) => address,
      City: ({ city }) => city,
      State: ({ state }) => state,
      "ZIP code": ({ zip }) => zip,
      Country: ({ country }) => country,
      Type: ({ type }) => propertyTypeLabels[type],
      Units: ({ unitCount, type }) => (type === "single" ? 1 : (unitCount ?? 0)),
      "Year built": ({ yearBuilt }) => yearBuilt ?? null,
      "MLS number": ({ mlsNumber }) => mlsNumber ?? null,
    },
  },
});
