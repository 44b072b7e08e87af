import { sql } from "kysely";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { ImportSummary } from "../../contract.ts";
import { selectBadLines } from "../queries.ts";
import { selectBillLines } from "./file-bills.ts";

const maxNotes = 20;

interface FileBill {
  line: number;
  vendor: string;
  isNewVendor: boolean;
  billedOn: string;
  property: string;
  cents: number;
  /** The number of a bill in the portal with the same vendor, amount, and date. Null if there is none. */
  similarNumber: string | null;
}

/** Returns the bills and vendors that the valid rows create, and notes about bills that could be duplicates (EXP-07). */
export async function summarizeBills(ctx: SignedInCtx, importId: number): Promise<ImportSummary> {
  const bills = await readFileBills(ctx, importId);
  const newVendors = [...new Set(bills.filter(({ isNewVendor }) => isNewVendor).map(({ vendor }) => vendor))];
  const sum = (summed: readonly FileBill[]) => summed.reduce((total, { cents }) => total + cents, 0);
  return {
    creates: [
      { noun: bills.length === 1 ? "bill" : "bills", count: bills.length },
      { noun: newVendors.length === 1 ? "vendor" : "vendors", count: newVendors.length },
    ],
    totals: [
      ...[...groupBills(bills, ({ property }) => property)].map(([label, ofProperty]) => ({
        label,
        cents: sum(ofProperty),
      })),
      { label: "Total", cents: sum(bills) },
    ],
    notes: [
      ...(newVendors.length === 0 ? [] : [`New vendors: ${joinFirst(newVendors)}.`]),
      ...limitNotes([...findSimilarBills(bills), ...findTwins(bills)]),
    ],
  };
}

async function readFileBills({ db, actor }: SignedInCtx, importId: number): Promise<FileBill[]> {
  const { rows } = await sql<FileBill>`
    with bill as (
      select min(l.line) as line, l.vendor, min(l.content ->> 'vendorName') as vendor_name, min(l.property_id) as property_id,
        min((l.content ->> 'billedOn')::date) as billed_on, sum((l.content -> 'amountCents')::bigint)::bigint as cents
      from ${selectBillLines(importId)} l where l.line not in (${selectBadLines(importId)}) group by l.vendor, l.number
    )
    select b.line, coalesce(v.name, first_value(b.vendor_name) over (partition by b.vendor order by b.line)) as vendor,
      v.id is null as "isNewVendor", b.billed_on as "billedOn", p.name as property, b.cents,
      (select o.number from bills o
        where o.vendor_id = v.id and o.billed_on = b.billed_on and o.total_cents = b.cents and o.voided_at is null
          and ${managesProperty(actor.accessScope, sql`o.property_id`)} order by o.id limit 1) as "similarNumber"
    from bill b join properties p on p.id = b.property_id left join vendors v on fold_text(v.name) = b.vendor
    order by p.name, p.id, b.line`.execute(db);
  return rows;
}

function groupBills(
  bills: readonly FileBill[],
  toKey: (bill: FileBill) => string,
): ReadonlyMap<string, FileBill[]> {
  const groups = new Map<string, FileBill[]>();
  for (const bill of bills) {
    const key = toKey(bill);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [bill]);
    else group.push(bill);
  }
  return groups;
}

const describeBill = ({ vendor, cents, billedOn }: FileBill) =>
  `from ${vendor} for ${formatCents(toCents(cents))} of ${formatCalendarDay(billedOn)}`;

const findSimilarBills = (bills: readonly FileBill[]): string[] =>
  bills.flatMap((bill) => {
    const { line, similarNumber } = bill;
    if (similarNumber === null) return [];
    const itsNumber = similarNumber === "" ? "" : `, number ${similarNumber}`;
    return [
      `Line ${line}: There is already a bill ${describeBill(bill)}${itsNumber}. If it's the same bill, remove it from the file.`,
    ];
  });

/** Finds bills in the file that have the vendor, amount, and date of another one in the file. */
const findTwins = (bills: readonly FileBill[]): string[] =>
  [...groupBills(bills, describeBill)].flatMap(([description, twins]) =>
    twins.length === 1
      ? []
      : [
          `Lines ${joinFirst(
            twins
              .map(({ line }) => line)
              .sort((a, b) => a - b)
              .map(String),
          )} are bills ${description}. If they're the same bill, remove one from the file.`,
        ],
  );

const limitNotes = (notes: readonly string[]): string[] => [
  ...notes.slice(0, maxNotes),
  ...(notes.length > maxNotes
    ? [`${notes.length - maxNotes} more bills have the vendor, amount, and date of another one.`]
    : []),
];

function joinFirst(words: readonly string[]): string {
  const moreCount = words.length - maxNotes;
  return new Intl.ListFormat("en-US").format([
    ...words.slice(0, maxNotes),
    ...(moreCount > 0 ? [`${moreCount} more`] : []),
  ]);
}
