import { type RawBuilder, sql } from "kysely";
import { startBuilding } from "#test/building.ts";
import { createPerson, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

/** A request to the portal. */
export interface ShiftRequest {
  /** Null if the session has ended. */
  userId: number | null;
  method: string;
  path: string;
  key?: string;
  happenedAt?: string;
  body?: unknown;
}

export interface ShiftResponse {
  status: number;
  text: string;
}

/** A work order as shown on a device. */
export interface VisibleWorkOrder {
  id: number;
  title: string;
  status: string;
  assigneeId: number | null;
}

/** The work orders and open conflicts that a user can see. */
export interface VisibleRecords {
  orders: VisibleWorkOrder[];
  conflicts: { id: number; orderId: number }[];
}

/** An entry of a work order's activity log. */
export interface LogEntry {
  orderId: number;
  userId: number;
  actionType: string;
  details: Record<string, unknown>;
  happenedMs: number;
}

/** Everything stored in the database at the end of the shift. */
export interface StoredRecords {
  orders: (VisibleWorkOrder & { isDeleted: boolean })[];
  /** Grouped by work order, in order. */
  log: LogEntry[];
  photos: { orderId: number; userId: number }[];
  signatures: { signedBy: string }[];
  /** Time entries with a note. Automatic entries have none. */
  times: { userId: number; note: string }[];
  conflicts: { id: number; orderId: number; userId: number; isOpen: boolean }[];
}

/** A portal with a database. Only its clock is simulated. */
export class PortalServer {
  readonly technicians: number[] = [];
  readonly dispatchers: number[] = [];
  readonly propertyId: number;
  private readonly portal: TestPortal;
  private readonly cookies = new Map<number, string>();
  private readonly now: () => number;
  private constructor(portal: TestPortal, propertyId: number, now: () => number) {
    this.portal = portal;
    this.propertyId = propertyId;
    this.now = now;
  }

  /**
   * Starts a portal.
   * @param orders the number of work orders at the start of the shift
   */
  static async start(now: () => number, orders: number): Promise<PortalServer> {
    const { portal, building } = await startBuilding();
    const { propertyId, landlord, admin, tenant, unitId, leaseId } = building;
    const server = new PortalServer(portal, propertyId, now);
    const { db } = portal;
    const technician = (name: string) =>
      createPerson(db, { role: "maintenance", fullName: name, propertyIds: [propertyId] });
    const technicians = [await technician("Ann"), await technician("Bo"), await technician("Cy")];
    for (const person of [...technicians, landlord, admin])
      server.cookies.set(person.id, await signInAs(db, person, new Date(now())));
    server.technicians.push(...technicians.map(({ id }) => id));
    server.dispatchers.push(landlord.id, admin.id);
    const place = { propertyId, unitId, leaseId, createdById: tenant.id, createdAt: new Date(0) };
    for (let at = 0; at < orders; at += 1) {
      // One in four work orders is unassigned.
      const assigneeId = server.technicians[at % 4];
      const title = `Order ${at}`;
      await createWorkOrder(db, { ...place, title, ...(assigneeId === undefined ? {} : { assigneeId }) });
    }
    return server;
  }

  async handle({ userId, method, path, key, happenedAt, body }: ShiftRequest): Promise<ShiftResponse> {
    this.portal.clock.now = new Date(this.now());
    const form = body instanceof FormData ? new Response(body) : undefined;
    const { statusCode, body: text } = await this.portal.call(method as "GET", path, {
      cookie: userId === null ? undefined : this.cookies.get(userId),
      body: form === undefined ? (body as object | undefined) : Buffer.from(await form.arrayBuffer()),
      headers: {
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(happenedAt === undefined ? {} : { "happened-at": happenedAt }),
        ...(form === undefined ? {} : { "content-type": form.headers.get("content-type") ?? "" }),
      },
    });
    return { status: statusCode, text };
  }

  async loadFromDatabase(userId: number): Promise<VisibleRecords> {
    const isTechnician = this.technicians.includes(userId);
    const sees = sql`(${!isTechnician} or exists (
      select from property_staff s where s.user_id = ${userId} and s.property_id = o.property_id))`;
    return {
      orders: await this.rows(sql`
        select id, title, status, assignee_id as "assigneeId" from work_orders o
        where deleted_at is null and ${sees} order by id`),
      conflicts: await this.rows(sql`
        select k.id, k.work_order_id as "orderId" from work_order_conflicts k join work_orders o on o.id = k.work_order_id
        where k.resolved_at is null and o.deleted_at is null and ${sees}
          and (${!isTechnician} or k.user_id = ${userId}) order by k.id`),
    };
  }

  async loadThroughApi(userId: number): Promise<VisibleRecords> {
    type Row = Omit<VisibleWorkOrder, "assigneeId"> & { assignee: { id: number } | null };
    const rows = await this.read<Row[]>(userId, "/api/work-orders?limit=100");
    const conflicts = await this.read<{ id: number; order: { id: number } }[]>(
      userId,
      "/api/work-order-conflicts",
    );
    return {
      orders: rows.map(({ assignee, ...row }) => ({ ...row, assigneeId: assignee?.id ?? null })),
      conflicts: conflicts.map(({ id, order }) => ({ id, orderId: order.id })),
    };
  }

  async setAccess(userId: number, hasAccess: boolean): Promise<void> {
    const { db } = this.portal;
    const row = { user_id: userId, property_id: this.propertyId };
    if (hasAccess) await db.insertInto("property_staff").values(row).execute();
    else await db.deleteFrom("property_staff").where("user_id", "=", userId).execute();
  }

  async readAll(): Promise<StoredRecords> {
    return {
      orders: await this.rows(sql`
        select id, title, status, assignee_id as "assigneeId", deleted_at is not null as "isDeleted"
        from work_orders`),
      log: await this.rows(sql`
        select work_order_id as "orderId", user_id as "userId", action_type as "actionType", details,
          (extract(epoch from coalesce(happened_at, created_at)) * 1000)::float8 as "happenedMs"
        from work_order_activity order by work_order_id, seq`),
      photos: await this.rows(sql`
        select work_order_id as "orderId", added_by_id as "userId" from work_order_images`),
      signatures: await this.rows(sql`select signed_by_name as "signedBy" from work_order_signatures`),
      times: await this.rows(sql`
        select user_id as "userId", note from work_order_times where note is not null`),
      conflicts: await this.rows(sql`
        select id, work_order_id as "orderId", user_id as "userId", resolved_at is null as "isOpen"
        from work_order_conflicts`),
    };
  }

  /** Work orders with an activity log, photos, or signatures that don't match their hashes. */
  async findBrokenWorkOrders(): Promise<string[]> {
    const [userId = 0] = this.dispatchers;
    const broken: string[] = [];
    const logged = await this.rows<{ id: number }>(sql`
      select id from work_orders o where deleted_at is null and exists (
        select from work_order_activity a where a.work_order_id = o.id)`);
    for (const { id } of logged) {
      const { valid, problems } = await this.read<{ valid: boolean; problems: string[] }>(
        userId,
        `/api/work-orders/${id}/verify`,
      );
      if (!valid) broken.push(`order ${id}: ${problems.join(" ")}`);
    }
    return broken;
  }

  close(): Promise<void> {
    return this.portal.close();
  }

  private async rows<Row>(statement: RawBuilder<unknown>): Promise<Row[]> {
    // Each statement names the columns of its row.
    return (await statement.execute(this.portal.db)).rows as Row[];
  }

  private async read<T>(userId: number, path: string): Promise<T> {
    const { status, text } = await this.handle({ userId, method: "GET", path });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }
}
