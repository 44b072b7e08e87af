import { sql } from "kysely";
import type { Finding, Reconciliation } from "#domains/recoveries/reconciliation-contract.ts";
import type { PoolRecovery } from "#domains/recoveries/recovery-terms.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "../building.ts";
import { createProperty } from "../people.ts";
import type { TestPortal } from "../portal.ts";
import { insertBill } from "./expenses.ts";
import { createActiveLease, sampleTerms, writeTerms } from "./ledger.ts";
import { addRecoveryTerms, poolRecovery } from "./recoveries.ts";

/** A portal with a property whose only lease has all its 1,000 sq ft, and $1,000.00 for cleaning in 2025. */
export class ReconciledLease {
  readonly portal: TestPortal;
  readonly building: TestBuilding;
  readonly poolIds: Readonly<Record<string, number>>;
  propertyId = 0;
  leaseId = 0;

  private constructor(portal: TestPortal, building: TestBuilding, poolIds: Record<string, number>) {
    this.portal = portal;
    this.building = building;
    this.poolIds = poolIds;
  }

  static async start(): Promise<ReconciledLease> {
    const { portal, building } = await startBuilding();
    const pools = await portal.db.selectFrom("expense_pools").select(["id", "name"]).execute();
    return new ReconciledLease(portal, building, Object.fromEntries(pools.map(({ id, name }) => [name, id])));
  }

  async addProperty(): Promise<void> {
    const { db } = this.portal;
    this.propertyId = await createProperty(db);
    this.leaseId = await createActiveLease(db, { propertyId: this.propertyId, from: "2024-01-01" });
    await sql`update units set size_sqft = 1000 where property_id = ${this.propertyId}`.execute(db);
    await this.addBill({ lines: [{ category: "Cleaning", amountCents: 100_000 }] });
  }

  /** Inserts a bill for the days of 2025, unless it says otherwise. */
  addBill(bill: {
    vendorId?: number;
    number?: string;
    billedOn?: string;
    serviceFrom?: string;
    serviceTo?: string;
    lines: { category: string; amountCents: number; memo?: string }[];
  }): Promise<number> {
    return insertBill(this.portal.db, {
      propertyId: this.propertyId,
      createdById: this.building.admin.id,
      serviceFrom: "2025-01-01",
      serviceTo: "2025-12-31",
      ...bill,
    });
  }

  /** Writes recovery terms with a rule for CAM. */
  share(changes: Partial<PoolRecovery> = {}): Promise<void> {
    return addRecoveryTerms(this.portal.db, this.leaseId, "2024-01-01", [
      poolRecovery({ poolId: this.poolIds.CAM ?? 0, ...changes }),
    ]);
  }

  /** Charges the lease $100.00 for CAM in January and February 2025. Returns the ids of both charges. */
  async billEstimates(): Promise<number[]> {
    const { leaseId, portal } = this;
    const line = {
      key: 1,
      kind: "common-area",
      label: "CAM",
      from: "2025-01-01",
      to: "2025-02-28",
      price: { monthlyCents: toCents(10_000) },
    } as const;
    const terms = sampleTerms({ areaSquareFeet: 0, lines: [line] });
    await writeTerms(portal.db, { leaseId, from: "2024-01-01", terms });
    await runAsPortal(portal.services, (ctx) => ctx.postCharges(ctx, [leaseId]));
    const charges = await portal.db
      .selectFrom("receivables")
      .select("entry_id")
      .where("lease_id", "=", leaseId)
      .orderBy("entry_id")
      .execute();
    return charges.map(({ entry_id }) => entry_id);
  }

  async readFindings(year = 2025): Promise<Finding[]> {
    const path = `/api/properties/${this.propertyId}/reconciliations/${year}`;
    const response = await this.portal.call("GET", path, { cookie: this.building.admin.cookie });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<Reconciliation>().findings;
  }

  /** Returns the findings without their keys and links. */
  async read(): Promise<Pick<Finding, "kind" | "sentence" | "cents" | "leaseId">[]> {
    return (await this.readFindings()).map(({ kind, sentence, cents, leaseId }) => ({
      kind,
      sentence,
      cents,
      leaseId,
    }));
  }

  async readKinds(year = 2025): Promise<Finding["kind"][]> {
    return (await this.readFindings(year)).map(({ kind }) => kind);
  }
}
