import { expect, test } from "vitest";
import type { ReportPeriod } from "../reports.ts";
import { getPeriod } from "./period.ts";

test.each<[ReportPeriod, string, string, string]>([
  // A Sunday.
  ["last-week", "2026-11-29", "2026-11-16", "2026-11-22"],
  ["last-week", "2026-01-05", "2025-12-29", "2026-01-04"],
  ["last-month", "2026-03-31", "2026-02-01", "2026-02-28"],
  ["last-month", "2026-01-01", "2025-12-01", "2025-12-31"],
  ["last-quarter", "2026-05-15", "2026-01-01", "2026-03-31"],
  ["last-quarter", "2026-03-31", "2025-10-01", "2025-12-31"],
  ["last-quarter", "2026-12-31", "2026-07-01", "2026-09-30"],
  ["last-year", "2026-12-31", "2025-01-01", "2025-12-31"],
])("the %s of %s is %s to %s", (period, today, from, to) => {
  expect(getPeriod(period, today)).toEqual({ from, to });
});
