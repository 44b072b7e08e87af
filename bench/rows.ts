import type { Row } from "./environment.ts";
import { dragging, interactions } from "./rows/board.ts";
import { dashboard } from "./rows/dashboard.ts";
import { imports } from "./rows/imports.ts";
import { list, lists } from "./rows/lists.ts";
import { live } from "./rows/live.ts";
import { monthEnd } from "./rows/month-end.ts";
import { firstLoad, lighthouse, offlineStart } from "./rows/pages.ts";
import { reconciliation } from "./rows/reconciliation.ts";
import { reports } from "./rows/reports.ts";
import { search } from "./rows/search.ts";
import { memory, start } from "./rows/start.ts";
import { uploads } from "./rows/uploads.ts";
import { writes } from "./rows/writes.ts";

/** In the order of measurement: rows that write come after those that only read. Goal 14 is measured by hand. */
export const rows: readonly Row[] = [
  list,
  lists,
  search,
  dashboard,
  reports,
  memory,
  firstLoad,
  lighthouse,
  dragging,
  interactions,
  uploads,
  writes,
  live,
  monthEnd,
  reconciliation,
  imports,
  offlineStart,
  start,
];
