import { board } from "./rows/board.ts";
import { dashboard } from "./rows/dashboard.ts";
import { documents } from "./rows/documents.ts";
import { everything } from "./rows/everything.ts";
import { firstLoad } from "./rows/first-load.ts";
import { growth } from "./rows/growth.ts";
import { importing } from "./rows/import.ts";
import { ledger } from "./rows/ledger.ts";
import { list } from "./rows/list.ts";
import { live } from "./rows/live.ts";
import { mail } from "./rows/mail.ts";
import { memory } from "./rows/memory.ts";
import { payments } from "./rows/payments.ts";
import { posting } from "./rows/posting.ts";
import { propertySearch } from "./rows/properties.ts";
import { search } from "./rows/search.ts";
import { signInByMail } from "./rows/sign-in-by-mail.ts";
import { clone, start } from "./rows/start.ts";
import { uploads } from "./rows/uploads.ts";
import { writes } from "./rows/writes.ts";
import type { Row } from "./setting.ts";

/** In the order they are measured: those that change the orders come after those that only read. */
export const rows: readonly Row[] = [
  firstLoad,
  start,
  list,
  growth,
  search,
  dashboard,
  memory,
  board,
  propertySearch,
  importing,
  uploads,
  ledger,
  payments,
  documents,
  everything,
  posting,
  writes,
  live,
  signInByMail,
  mail,
  clone,
];
