import { sql } from "kysely";
import type { Reconciliation, RecoveryStatement } from "#domains/recoveries/reconciliation-contract.ts";
import type { Db } from "#server/db/database.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { dayFromToday } from "#test/dates.ts";
import { smallPdf } from "#test/files/documents.ts";
import { createProperty } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { insertBill } from "./expenses.ts";
import { createActiveLease, sampleTerms, writeTerms } from "./ledger.ts";
import { addRecoveryTerms, poolRecovery } from "./recoveries.ts";

/** A property whose year 2025 can be reconciled without findings. */
export interface ReconciledProperty {
  propertyId: number;
  camId: number;
  /** It has 6,000 of 10,000 sq ft. */
  anchorLeaseId: number;
  /** It has 3,000 of 10,000 sq ft. */
  shopLeaseId: number;
}

/**
 * Creates a property of 10,000 sq ft with $10,000.00 for cleaning in 2025. Two leases share it by area: $6,000.00
 * and $3,000.00. The rest is vacant.
 */
export async function addReconciledProperty(db: Db, landlordId: number): Promise<ReconciledProperty> {
  const propertyId = await createProperty(db, { name: "Harborview Center" });
  await db
    .insertInto("property_landlords")
    .values({ property_id: propertyId, user_id: landlordId })
    .execute();
  const cam = await db
    .selectFrom("expense_pools")
    .select("id")
    .where("name", "=", "CAM")
    .executeTakeFirstOrThrow();
  const anchorLeaseId = await createActiveLease(db, { propertyId, from: "2024-01-01" });
  const shopLeaseId = await createActiveLease(db, { propertyId, from: "2024-01-01" });
  await sql`
    update units u set size_sqft = case lu.lease_id when ${anchorLeaseId} then 6000 else 3000 end
    from lease_units lu where lu.unit_id = u.id and lu.lease_id in (${anchorLeaseId}, ${shopLeaseId})`.execute(
    db,
  );
  await db
    .insertInto("units")
    .values({ property_id: propertyId, unit_number: "Vacant", type: "retail", size_sqft: 1_000 })
    .execute();
  const { rows } = await sql<{ id: number }>`select id from expense_pools order by id`.execute(db);
  for (const leaseId of [anchorLeaseId, shopLeaseId])
    await addRecoveryTerms(
      db,
      leaseId,
      "2024-01-01",
      rows.map(({ id }) => poolRecovery({ poolId: id, clause: "Section 4.2, page 11" })),
    );
  await addCost2025(db, {
    propertyId,
    createdById: landlordId,
    category: "Cleaning",
    amountCents: 1_000_000,
  });
  return { propertyId, camId: cam.id, anchorLeaseId, shopLeaseId };
}

/** Adds a person to a lease from 2024, until `endsOn` or without an end. */
export const addLeaseMember = async (
  db: Db,
  member: { propertyId: number; leaseId: number; userId: number; endsOn?: string },
): Promise<void> => {
  await db
    .insertInto("lease_members")
    .values({
      lease_id: member.leaseId,
      property_id: member.propertyId,
      user_id: member.userId,
      starts_on: "2024-01-01",
      ends_on: member.endsOn ?? null,
    })
    .execute();
};

let issuedCount = 0;

interface NewStatement {
  propertyId: number;
  leaseId: number;
  issuedById: number;
  billId?: number;
  clause?: string;
}

/**
 * Inserts an issued statement of a lease with a share of $1,000.00 of CAM, which changes no balance, each time for
 * another year.
 */
export async function insertStatement(
  db: Db,
  { propertyId, leaseId, issuedById, billId, clause = "" }: NewStatement,
): Promise<{ year: number; poolId: number }> {
  const year = 1990 + ++issuedCount;
  const span = { from: `${year}-01-01`, to: `${year}-12-31` };
  const { id: poolId } = await db
    .selectFrom("expense_pools")
    .select("id")
    .where("name", "=", "CAM")
    .executeTakeFirstOrThrow();
  const bill = {
    id: billId,
    categoryId: 1,
    vendor: "Vendor",
    number: "A-1",
    billedOn: span.to,
    cents: 100_000,
  };
  const run = await db
    .insertInto("reconciliations")
    .values({
      property_id: propertyId,
      year,
      number: 1,
      due_on: span.to,
      amounts: "[]",
      content: JSON.stringify({
        pools: [],
        statements: [],
        findings: [],
        bills: billId === undefined ? [] : [bill],
      }),
      inputs: "{}",
      issued_by_id: issuedById,
      issued_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const category = {
    id: 1,
    name: "Cleaning",
    cents: 100_000,
    isExcluded: false,
    sharedCents: 100_000,
    bills: [],
  };
  const content = {
    property: { id: propertyId, name: "Harbor House" },
    year,
    leaseId,
    company: "Harbor Lane Coffee",
    units: [],
    lines: [{ poolId, cents: 100_000 }],
    totalCents: 100_000,
    estimatesBilledCents: 100_000,
    estimatesPaidCents: 0,
    dueCents: 0,
    pools: [
      {
        id: poolId,
        name: "CAM",
        ...span,
        cents: 100_000,
        parts: [{ ...span, rule: [], clause, categories: [category], steps: [] }],
      },
    ],
  };
  await db
    .insertInto("recovery_statements")
    .values({
      reconciliation_id: run.id,
      property_id: propertyId,
      lease_id: leaseId,
      content: JSON.stringify(content),
      due_cents: 0,
      posted_cents: 0,
    })
    .execute();
  return { year, poolId };
}

/** Questions the newest statement of a lease. */
export const insertQuestion = (
  db: Db,
  question: { propertyId: number; leaseId: number; poolId: number; askedById: number; text: string },
): Promise<{ id: number }> =>
  db
    .insertInto("recovery_questions")
    .values((row) => ({
      statement_id: row
        .selectFrom("recovery_statements")
        .select((max) => max.fn.max("id").as("id"))
        .where("lease_id", "=", question.leaseId),
      property_id: question.propertyId,
      lease_id: question.leaseId,
      pool_id: question.poolId,
      subject: "",
      text: question.text,
      asked_by_id: question.askedById,
      asked_at: new Date(),
    }))
    .returning("id")
    .executeTakeFirstOrThrow();

/** Adds a file to a question as the person who asked it. Returns its id. */
export async function insertQuestionFile(
  { db, services }: TestPortal,
  questionId: number,
  name: string,
): Promise<number> {
  const file = await services.files.put(smallPdf(name), "pdf");
  const { id } = await db
    .insertInto("recovery_question_files")
    .values((row) => ({
      question_id: questionId,
      file_key: file.key,
      name,
      media_type: "application/pdf",
      bytes: file.bytes,
      sha256: file.sha256,
      added_by_id: row
        .selectFrom("recovery_questions")
        .select("asked_by_id")
        .where("id", "=", questionId)
        .$castTo<number>(),
      added_at: new Date(),
    }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

interface Cost {
  propertyId: number;
  createdById: number;
  category: string;
  amountCents: number;
}

/** Enters a bill for all days of 2025. Returns its id. */
export const addCost2025 = (
  db: Db,
  { propertyId, createdById, category, amountCents }: Cost,
): Promise<number> =>
  insertBill(db, {
    propertyId,
    createdById,
    serviceFrom: "2025-01-01",
    serviceTo: "2025-12-31",
    lines: [{ category, amountCents }],
  });

/** Charges a lease monthly estimates for CAM in 2025. */
export async function billEstimates(
  { db, services }: TestPortal,
  leaseId: number,
  monthlyCents: number,
): Promise<void> {
  const line = {
    key: 1,
    kind: "common-area",
    label: "CAM",
    from: "2025-01-01",
    to: "2025-12-31",
    price: { monthlyCents: toCents(monthlyCents) },
  } as const;
  const terms = sampleTerms({ areaSquareFeet: 0, lines: [line] });
  await writeTerms(db, { leaseId, from: "2024-01-01", terms });
  await runAsPortal(services, (ctx) => ctx.postCharges(ctx, [leaseId]));
}

/** Adds a cost in no pool, which is a finding. Returns the finding's sentence and key. */
export async function addUnmappedCost(
  db: Db,
  cost: Omit<Cost, "category">,
): Promise<{ key: string; sentence: string; cents: number }> {
  const category = "Window washing";
  await sql`insert into expense_categories (name, is_recoverable, is_controllable, varies_with_occupancy, is_capital)
    select ${category}, true, true, false, false
    where not exists (select from expense_categories where name = ${category})`.execute(db);
  await addCost2025(db, { ...cost, category });
  const { id } = await db
    .selectFrom("expense_categories")
    .select("id")
    .where("name", "=", category)
    .executeTakeFirstOrThrow();
  const sentence = `${category} is recoverable but in no pool, so no tenant shares it.`;
  return { key: `no-pool///${id}`, sentence, cents: cost.amountCents };
}

/** Calls the reconciliation of a property's year, 2025 by default, as the person with this cookie. */
export class ReconciliationCalls {
  readonly #portal: TestPortal;
  readonly #path: string;
  readonly #cookie: string;

  constructor(
    portal: TestPortal,
    { propertyId, cookie, year = 2025 }: { propertyId: number; cookie: string; year?: number },
  ) {
    this.#portal = portal;
    this.#path = `/api/properties/${propertyId}/reconciliations/${year}`;
    this.#cookie = cookie;
  }

  send(method: "GET" | "POST", path = "", body?: object) {
    return this.#portal.call(method, `${this.#path}${path}`, {
      cookie: this.#cookie,
      ...(body !== undefined && { body }),
    });
  }

  async read(query = ""): Promise<Reconciliation> {
    return (await this.send("GET", query)).json<Reconciliation>();
  }

  async readStatement(leaseId: number, query = ""): Promise<RecoveryStatement> {
    return (await this.send("GET", `/leases/${leaseId}${query}`)).json<RecoveryStatement>();
  }

  async review() {
    const { fingerprint } = await this.read("?draft=yes");
    return this.send("POST", "/review", { fingerprint });
  }

  /** Issues the current amounts, due in 30 days unless `changes` says otherwise. */
  async issue(changes: object = {}) {
    const { fingerprint, runs } = await this.read("?draft=yes");
    const corrects = runs.find(({ reversal }) => reversal === null)?.number ?? 0;
    const dueOn = dayFromToday(30, this.#portal.clock.now);
    return this.send("POST", "/issue", { fingerprint, corrects, dueOn, ...changes });
  }

  /** Reviews and issues the current amounts. */
  async reviewAndIssue(changes: object = {}) {
    await this.review();
    return this.issue(changes);
  }
}
