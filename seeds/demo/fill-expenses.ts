import type { Ctx } from "#server/http/context.ts";
import { addDays, addMonths, type Day, monthEnd, monthStart } from "#shared/calendar.ts";
import { type DemoPattern, patterns, singleBills, type VendorKey, vendors } from "./expenses.ts";
import { people } from "./people.ts";
import { randomFrom } from "./random.ts";
import { hoursBefore, localDay } from "./time.ts";

const harborview = 1;

interface NewBill {
  vendor: VendorKey;
  serviceFrom: Day;
  serviceTo: Day;
  billedOn: Day;
  lines: readonly { category: string; cents: number; memo: string }[];
  voidReason?: string;
}

/** Enters the vendors, two years of bills, and the budgets of both years for Harborview Center. */
export async function fillExpenses(ctx: Ctx): Promise<void> {
  const { db, now } = ctx;
  const today = localDay(now);
  const vendorRows = await db
    .insertInto("vendors")
    .values(
      Object.values(vendors).map(({ name, contactName, email, phone, ...vendor }) => ({
        name,
        contact_name: contactName,
        email,
        phone,
        notes: "notes" in vendor ? vendor.notes : "",
        created_at: hoursBefore(now, 24 * 730),
      })),
    )
    .returning(["id", "name"])
    .execute();
  const vendorIds = new Map(vendorRows.map(({ id, name }) => [name, id]));
  const categoryRows = await db.selectFrom("expense_categories").select(["id", "name"]).execute();
  const categoryIds = new Map(categoryRows.map(({ id, name }) => [name, id]));
  const bills = buildBills(today);
  const billRows = await db
    .insertInto("bills")
    .values(
      bills.map((bill, index) => {
        const dueOn = addDays(bill.billedOn, 30);
        return {
          property_id: harborview,
          vendor_id: vendorIds.get(vendors[bill.vendor].name) ?? 0,
          number: String(24_100 + index * 7),
          billed_on: bill.billedOn,
          service_from: bill.serviceFrom,
          service_to: bill.serviceTo,
          due_on: dueOn,
          paid_on: bill.voidReason === undefined && dueOn < today ? addDays(dueOn, -2) : null,
          created_by_id: people.linda.id,
          created_at: new Date(`${bill.billedOn}T20:00:00Z`),
          ...(bill.voidReason !== undefined && {
            voided_at: new Date(`${addDays(bill.billedOn, 1)}T20:00:00Z`),
            voided_by_id: people.linda.id,
            void_reason: bill.voidReason,
          }),
        };
      }),
    )
    .returning("id")
    .execute();
  await fillBudgets(ctx, { today, categoryIds });
  await db
    .insertInto("bill_lines")
    .values(
      bills.flatMap(({ lines }, index) =>
        lines.map(({ category, cents, memo }, line) => ({
          bill_id: billRows[index]?.id ?? 0,
          position: line + 1,
          property_id: harborview,
          category_id: categoryIds.get(category) ?? 0,
          amount_cents: cents,
          memo,
        })),
      ),
    )
    .execute();
}

/** The monthly budgets, in whole dollars, for expenses that aren't billed regularly. */
const otherBudgets: Readonly<Record<string, readonly number[]>> = {
  "Repairs and maintenance": Array.from({ length: 12 }, () => 450),
  "Snow removal": [600, 400, 0, 0, 0, 0, 0, 0, 0, 0, 0, 400],
};

async function fillBudgets(
  { db }: Ctx,
  { today, categoryIds }: { today: Day; categoryIds: ReadonlyMap<string, number> },
): Promise<void> {
  const thisYear = Number(today.slice(0, 4));
  for (const [year, level] of [
    [thisYear - 1, 970],
    [thisYear, 1_000],
  ] as const) {
    await db.insertInto("budget_years").values({ property_id: harborview, year }).execute();
    const amounts = [
      ...patterns.map(({ category, everyMonths, dollars }) => ({
        category,
        months: Array.from({ length: 12 }, (_, month) =>
          typeof dollars === "number" ? dollars / everyMonths : (dollars[month] ?? 0),
        ),
      })),
      ...Object.entries(otherBudgets).map(([category, months]) => ({ category, months })),
    ];
    await db
      .insertInto("budgets")
      .values(
        amounts.flatMap(({ category, months }) =>
          months.flatMap((dollars, index) =>
            dollars === 0
              ? []
              : {
                  property_id: harborview,
                  year,
                  category_id: categoryIds.get(category) ?? 0,
                  month: index + 1,
                  // Budgets are rounded to ten dollars.
                  amount_cents: Math.round((dollars * level) / 10_000) * 1_000,
                },
          ),
        ),
      )
      .execute();
  }
}

/** Returns the bills of last year and of this year through today, by date. */
function buildBills(today: Day): NewBill[] {
  const thisYear = `${today.slice(0, 4)}-01-01`;
  const random = randomFrom(20_260);
  const years = [
    { start: addMonths(thisYear, -12), level: 970 },
    { start: thisYear, level: 1_000 },
  ];
  const regularBills = years.flatMap((year) =>
    patterns.flatMap((pattern) => buildYear(pattern, year, random)),
  );
  const otherBills = singleBills.map(({ vendor, monthsAgo, lines, ...bill }): NewBill => {
    const serviceFrom = addMonths(monthStart(today), -monthsAgo);
    return {
      ...bill,
      vendor,
      serviceFrom,
      serviceTo: monthEnd(serviceFrom),
      billedOn: addDays(serviceFrom, 17),
      lines: lines.map(({ dollars, ...line }) => ({ ...line, cents: dollars * 100 })),
    };
  });
  return [...regularBills, ...otherBills]
    .filter(({ billedOn }) => billedOn <= today)
    .sort((a, b) => (a.billedOn < b.billedOn ? -1 : a.billedOn > b.billedOn ? 1 : 0));
}

/** Returns the bills of a pattern for a year. `level` is its share of this year's prices, per thousand. */
function buildYear(
  pattern: DemoPattern,
  { start, level }: { start: Day; level: number },
  random: () => number,
): NewBill[] {
  const { vendor, category, everyMonths, fromMonth = 0, dollars, variation = 0, memo } = pattern;
  return Array.from({ length: 12 / everyMonths }, (_, index): NewBill => {
    const serviceFrom = addMonths(start, fromMonth + index * everyMonths);
    const serviceTo = monthEnd(addMonths(serviceFrom, everyMonths - 1));
    const base = typeof dollars === "number" ? dollars : (dollars[index] ?? 0);
    const permille = level + Math.round((random() * 2 - 1) * variation * 10);
    return {
      vendor,
      serviceFrom,
      serviceTo,
      // A month or two is billed afterward, and longer periods in advance.
      billedOn: everyMonths <= 2 ? addDays(serviceTo, 4) : addDays(serviceFrom, 9),
      lines: [{ category, cents: Math.round((base * permille) / 10), memo }],
    };
  });
}
