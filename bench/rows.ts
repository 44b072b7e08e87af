import { board } from "./rows/board.ts";
import { firstLoad } from "./rows/first-load.ts";
import { interactions } from "./rows/interactions.ts";
import { lighthouse } from "./rows/lighthouse.ts";
import { list } from "./rows/list.ts";
import { lists } from "./rows/lists.ts";
import { live } from "./rows/live.ts";
import { memory } from "./rows/memory.ts";
import { monthEndRow } from "./rows/month-end.ts";
import { offlineStart } from "./rows/offline-start.ts";
import { search } from "./rows/search.ts";
import { start } from "./rows/start.ts";
import { totals } from "./rows/totals.ts";
import { uploads } from "./rows/uploads.ts";
import { writes } from "./rows/writes.ts";
import type { Row } from "./setting.ts";

/** In the order of measurement: rows that write come after those that only read. Goal 14 is measured by hand. */
export const rows: readonly Row[] = [
  list,
  lists,
  search,
  totals,
  memory,
  firstLoad,
  lighthouse,
  board,
  interactions,
  uploads,
  writes,
  live,
  monthEndRow,
  offlineStart,
  start,
];
