import { median } from "../figures.ts";
import { sharedProperty } from "../seed.ts";
import type { Row } from "../setting.ts";
import { compareWithStatements, ratioOf, worstOf, worstTable } from "../statements.ts";

const paths = [
  "/api/dashboard/stats",
  "/api/dashboard/charts",
  "/api/work-orders?limit=1",
  "/api/work-orders?limit=1&status=completed",
  `/api/work-orders?limit=1&propertyId=${sharedProperty}`,
  "/api/documents?limit=1",
  "/api/payments?limit=1",
  "/api/leases?limit=1",
];

const countedFromMs = 5;

/** The exact figures of the dashboard and totals of lists for every role, where counting takes 5 ms or more. */
export const totals: Row = {
  name: "totals",
  goal: 4,
  title: "Exact totals and dashboard figures against `count(*)` of the same rows",
  async measure(setting) {
    const all = await compareWithStatements(setting, paths, {
      choose: (statements) => statements.filter(({ text }) => /\bcount\(\*\)/.test(text)),
    });
    // Faster ones mostly measure the session, which the lists cover.
    const counted = all.filter(({ floor }) => floor >= countedFromMs);
    const compared = counted.length > 0 ? counted : all;
    const worst = worstOf(compared);
    const middle = median(compared.map(ratioOf));
    const over = compared.filter((one) => ratioOf(one) > 2).length;
    return {
      figures: [
        { what: "Median", must: "2", aim: "1.3", now: middle.toFixed(2), reached: middle <= 2 },
        {
          what: `Worst (${worst.person}, \`${worst.path}\`)`,
          must: "2",
          aim: "1.3",
          now: `${ratioOf(worst).toFixed(2)}; ${over} of ${compared.length} over 2`,
          reached: over === 0,
        },
      ],
      details: worstTable(compared),
    };
  },
};
