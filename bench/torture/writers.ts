import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { dayFromToday } from "#test/days.ts";
import { documentUpload, smallPdf } from "#test/documents.ts";
import { leakingTap } from "#test/leaking-tap.ts";
import { someTerms, writeTerms } from "#test/ledger.ts";
import {
  createLease,
  createPerson,
  createProperty,
  createUnit,
  createWorkOrder,
  signInAs,
} from "#test/people.ts";
import type { Figure } from "./figure.ts";

/** A building with one tenant and one landlord, who write. */
export interface Place {
  propertyId: number;
  leaseId: number;
  orderId: number;
  tenant: string;
  landlord: string;
}

export async function preparePlace(db: Db): Promise<Place> {
  const propertyId = await createProperty(db);
  const unitId = await createUnit(db, propertyId);
  const tenant = await createPerson(db, { role: "tenant" });
  const landlord = await createPerson(db, { role: "landlord", propertyIds: [propertyId] });
  const leaseId = await createLease(db, { propertyId, unitId, memberIds: [tenant.id] });
  await writeTerms(db, { leaseId, from: "2020-01-01", terms: someTerms() });
  const orderId = await createWorkOrder(db, { propertyId, leaseId, unitId, createdById: tenant.id });
  return {
    propertyId,
    leaseId,
    orderId,
    tenant: await signInAs(db, tenant),
    landlord: await signInAs(db, landlord),
  };
}

/** What people write, and how each is found again by its mark. */
const kinds = {
  order: {
    request: (place: Place, mark: string) => ({
      path: "/api/work-orders",
      cookie: place.tenant,
      body: { ...leakingTap, title: mark },
    }),
    stored: sql`select title as mark from work_orders`,
  },
  comment: {
    request: (place: Place, mark: string) => ({
      path: `/api/work-orders/${place.orderId}/comments`,
      cookie: place.landlord,
      body: { text: mark },
    }),
    stored: sql`select particulars ->> 'text' as mark from work_order_activity where particulars ? 'text'`,
  },
  payment: {
    request: (place: Place, mark: string) => ({
      path: `/api/leases/${place.leaseId}/payments`,
      cookie: place.landlord,
      body: { amountCents: 100, method: "other", reference: mark, onDay: dayFromToday() },
    }),
    stored: sql`select reference as mark from payments`,
  },
  document: {
    request: (place: Place, mark: string) => ({
      path: "/api/documents",
      cookie: place.landlord,
      form: documentUpload({
        fields: { title: mark, type: "Other", buildingId: place.propertyId },
        content: smallPdf(mark),
      }),
    }),
    stored: sql`select d.title as mark from documents d join document_files f on f.document_id = d.id`,
  },
};
type Kind = keyof typeof kinds;

export interface Writing {
  /** The writes that were answered with success: their marks and when, as of performance.now(). */
  answered: { kind: Kind; mark: string; at: number }[];
  /** How often each status came; `cut` when the connection was lost. */
  statuses: Map<number | "cut", number>;
  /** The milliseconds of the slowest answer. */
  slowest: number;
  stop(): Promise<void>;
}

/** Some people who write without a pause; one who is refused tries something else a moment later. */
export function startWriting(origin: string, place: Place, people = 12): Writing {
  let isOver = false;
  const writing: Writing = {
    answered: [],
    statuses: new Map(),
    slowest: 0,
    async stop() {
      isOver = true;
      await all;
    },
  };
  const write = async (kind: Kind): Promise<number | "cut"> => {
    const mark = crypto.randomUUID();
    const { path, cookie, ...content } = kinds[kind].request(place, mark);
    const { body, headers } =
      "form" in content
        ? content.form
        : { body: JSON.stringify(content.body), headers: { "content-type": "application/json" } };
    const startedAt = performance.now();
    try {
      const response = await fetch(`${origin}${path}`, {
        method: "POST",
        body,
        headers: { ...headers, cookie },
        signal: AbortSignal.timeout(60_000),
      });
      await response.arrayBuffer();
      if (response.ok) writing.answered.push({ kind, mark, at: performance.now() });
      return response.status;
    } catch {
      return "cut";
    } finally {
      writing.slowest = Math.max(writing.slowest, performance.now() - startedAt);
    }
  };
  const names = Object.keys(kinds) as Kind[];
  const person = async (at: number) => {
    for (let number = at; !isOver; number += 1) {
      const status = await write(names[number % names.length] as Kind);
      writing.statuses.set(status, (writing.statuses.get(status) ?? 0) + 1);
      if (status === "cut" || status > 299) await pause(20);
    }
  };
  const all = Promise.all(Array.from({ length: people }, (_, at) => person(at)));
  return writing;
}

/** The answered writes that the database does not have. */
export async function missing(db: Db, answered: Writing["answered"]): Promise<Writing["answered"]> {
  const lost: Writing["answered"] = [];
  for (const [kind, { stored }] of Object.entries(kinds)) {
    const { rows } = await sql<{ mark: string }>`${stored}`.execute(db);
    const found = new Set(rows.map(({ mark }) => mark));
    lost.push(...answered.filter((write) => write.kind === kind && !found.has(write.mark)));
  }
  return lost;
}

/** The orders without a log, documents without a file and payments without postings. */
export async function halves(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from work_orders o where not exists
        (select from work_order_activity a where a.work_order_id = o.id) and o.title not like 'Leaking tap%')
      + (select count(*) from documents d where not exists (select from document_files f where f.document_id = d.id))
      + (select count(*) from payments p where not exists (select from ledger_postings e where e.entry_id = p.entry_id))
      as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The longest time in seconds in which no write was answered with success, between two moments of performance.now(). */
export function longestPause({ answered }: Pick<Writing, "answered">, from: number, to: number): number {
  const moments = [from, ...answered.map(({ at }) => at).filter((at) => at > from && at < to), to];
  moments.sort((a, b) => a - b);
  return Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0))) / 1000;
}

/** People must see nothing but success and "try again", as the portal or a proxy says it. */
export const statuses = (
  { statuses: found }: Pick<Writing, "statuses">,
  allowed: readonly (number | "cut")[] = [201, 502, 503, 504, "cut"],
): Figure => ({
  what: "Statuses of all writes",
  must: allowed.join(", "),
  now: [...found]
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([status, count]) => `${count} × ${status}`)
    .join(", "),
  reached: [...found.keys()].every((status) => allowed.includes(status)),
});
