import { documentFigure } from "#domains/documents/server/figures.ts";
import { collectedThisYear } from "#domains/ledger/server/collected.ts";
import { columnFigures } from "#domains/work-orders/server/figures.ts";
import type { Alongside } from "#server/http/session.ts";

/** The figures of the dashboard as `Figures` (stats.ts), in the statement that reads the session. */
export const figures: Alongside = {
  expression: `json_build_object('columns', ${columnFigures.expression}, 'documents', ${documentFigure.expression},
    'rentCollected', ${collectedThisYear.expression})`,
};
