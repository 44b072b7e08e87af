import { sql } from "kysely";
import type { ChargeLine } from "#domains/leases/terms.ts";
import type { TermsDetails } from "#domains/leases/terms-fields.ts";
import type { Estimates } from "#domains/recoveries/estimates-contract.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "../building.ts";
import { createProperty } from "../people.ts";
import type { TestPortal } from "../portal.ts";
import { insertBill } from "./expenses.ts";
import { createActiveLease, sampleTerms, writeTerms } from "./ledger.ts";
import { addRecoveryTerms, poolRecovery } from "./recoveries.ts";

/** A monthly CAM charge of $1,500.00 from October 2026. */
export const camLine = (changes: Partial<ChargeLine> = {}): ChargeLine => ({
  key: 2,
  kind: "common-area",
  label: "CAM",
  from: "2026-10-01",
  to: null,
  price: { monthlyCents: toCents(150_000) },
  ...changes,
});

interface LeaseOptions {
  squareFeet: number;
  lines: readonly ChargeLine[];
  from?: string;
  to?: string | null;
}

/** A portal on November 20, 2026, with a landlord's property whose leases share its expenses. */
export class EstimatesPortal {
  readonly portal: TestPortal;
  readonly building: TestBuilding;
  readonly poolIds: ReadonlyMap<string, number>;
  propertyId = 0;
  /** 6,000 sq ft with a CAM charge, charged through November 2026. */
  shopLease = 0;
  /** 3,000 sq ft without a CAM charge. */
  cafeLease = 0;

  private constructor(portal: TestPortal, building: TestBuilding, poolIds: ReadonlyMap<string, number>) {
    this.portal = portal;
    this.building = building;
    this.poolIds = poolIds;
  }

  static async start(): Promise<EstimatesPortal> {
    const { portal, building } = await startBuilding();
    portal.clock.now = new Date("2026-11-20T20:00:00Z");
    await sql`update sessions set ends_at = '2199-01-01', idle_until = '2199-01-01'`.execute(portal.db);
    const pools = await portal.db.selectFrom("expense_pools").select(["id", "name"]).execute();
    return new EstimatesPortal(portal, building, new Map(pools.map(({ id, name }) => [name, id])));
  }

  /**
   * Adds a property of 10,000 sq ft with the two leases and a vacant unit, $3,650.00 of cleaning, and $1,200.00
   * of insurance a year. Both leases share CAM, and the shop shares insurance.
   */
  async addProperty(): Promise<void> {
    const { db, services } = this.portal;
    const { landlord, admin } = this.building;
    this.propertyId = await createProperty(db, { name: "Harborview Center" });
    const { propertyId } = this;
    await db
      .insertInto("property_landlords")
      .values({ property_id: propertyId, user_id: landlord.id })
      .execute();
    this.shopLease = await this.addLease("Northlight Optical", { squareFeet: 6_000, lines: [camLine()] });
    this.cafeLease = await this.addLease("Harbor Lane Coffee", { squareFeet: 3_000, lines: [] });
    await db
      .insertInto("units")
      .values({ property_id: propertyId, unit_number: "Vacant", type: "retail", size_sqft: 1_000 })
      .execute();
    await insertBill(db, {
      propertyId,
      createdById: admin.id,
      serviceFrom: "2026-01-01",
      serviceTo: "2026-12-31",
      lines: [
        { category: "Cleaning", amountCents: 365_000 },
        { category: "Property insurance", amountCents: 120_000 },
      ],
    });
    const cam = poolRecovery({ poolId: this.getPoolId("CAM") });
    const insurance = poolRecovery({ poolId: this.getPoolId("Insurance") });
    await addRecoveryTerms(db, this.shopLease, "2024-01-01", [cam, insurance]);
    await addRecoveryTerms(db, this.cafeLease, "2024-01-01", [cam]);
    await runAsPortal(services, (ctx) => ctx.postCharges(ctx, [this.shopLease, this.cafeLease]));
  }

  getPoolId(name: string): number {
    const id = this.poolIds.get(name);
    if (id === undefined) throw new Error(`There is no pool ${name}.`);
    return id;
  }

  /** Adds a lease with one unit, a rent, and these other charges, charged from October 2026. */
  async addLease(
    company: string,
    { squareFeet, lines, from = "2024-01-01", to = null }: LeaseOptions,
  ): Promise<number> {
    const { db } = this.portal;
    const leaseId = await createActiveLease(db, { propertyId: this.propertyId, from, to });
    await sql`update companies set name = ${company}
      where id = (select company_id from leases where id = ${leaseId})`.execute(db);
    await sql`update units set size_sqft = ${squareFeet}
      where id in (select unit_id from lease_units where lease_id = ${leaseId})`.execute(db);
    const chargedFrom = from > "2026-10-01" ? from : "2026-10-01";
    const rent = sampleTerms().lines.map((line) => ({ ...line, from: chargedFrom }));
    const terms = sampleTerms({ areaSquareFeet: 0, lines: [...rent, ...lines] });
    await writeTerms(db, { leaseId, from: chargedFrom, terms });
    return leaseId;
  }

  call(query = "", year = 2027) {
    return this.portal.call("GET", `/api/properties/${this.propertyId}/estimates/${year}${query}`, {
      cookie: this.building.landlord.cookie,
    });
  }

  async read(query = "", year = 2027): Promise<Estimates> {
    const response = await this.call(query, year);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<Estimates>();
  }

  /** Applies amounts, by default to CAM from January 2027 and with the leases' current versions. */
  async apply(
    rows: readonly { leaseId: number; monthlyCents: number; version?: number; kind?: string }[],
    { from = "2027-01-01", cookie = this.building.landlord.cookie } = {},
  ) {
    const leases = await this.portal.db.selectFrom("leases").select(["id", "version"]).execute();
    const findVersion = (leaseId: number) => leases.find(({ id }) => id === leaseId)?.version ?? 0;
    return this.portal.call("POST", `/api/properties/${this.propertyId}/estimates/2027`, {
      cookie,
      body: {
        from,
        reason: "Estimates for 2027",
        rows: rows.map((row) => ({ kind: "common-area", version: findVersion(row.leaseId), ...row })),
      },
    });
  }

  async readTerms(leaseId: number): Promise<TermsDetails> {
    const { cookie } = this.building.landlord;
    return (await this.portal.call("GET", `/api/leases/${leaseId}/terms`, { cookie })).json<TermsDetails>();
  }
}
