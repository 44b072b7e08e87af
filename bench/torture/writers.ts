import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { openDiskStore } from "#server/integrations/files/disk-store.ts";
import { dayFromToday } from "#test/dates.ts";
import { documentUpload, smallPdf } from "#test/files/documents.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import { verifyAll } from "../../scripts/verify-all.ts";
import { atLeast, type Figure, none } from "../figures.ts";

/** A property with a tenant and a landlord, who write. */
interface Place {
  propertyId: number;
  leaseId: number;
  /** The cookies of their sessions. */
  tenant: string;
  landlord: string;
}

export async function preparePlace(db: Db): Promise<Place> {
  const propertyId = await createProperty(db);
  const unitId = await createUnit(db, propertyId);
  const tenant = await createPerson(db, { role: "tenant" });
  const landlord = await createPerson(db, { role: "landlord", propertyIds: [propertyId] });
  const leaseId = await createLease(db, { propertyId, unitId, memberIds: [tenant.id] });
  await writeTerms(db, { leaseId, from: "2020-01-01", terms: sampleTerms() });
  return {
    propertyId,
    leaseId,
    tenant: await signInAs(db, tenant),
    landlord: await signInAs(db, landlord),
  };
}

/** The types of writes, each with the statement that finds a write by its mark. */
const writes = {
  workOrder: {
    request: (place: Place, mark: string) => ({
      path: "/api/work-orders",
      cookie: place.tenant,
      body: { ...leakingFaucet, title: mark },
    }),
    stored: sql`select title as mark from work_orders`,
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
type WriteType = keyof typeof writes;
/** The status of a response, or `cut` when the connection was lost. */
type Status = number | "cut";

export interface Writing {
  /** The mark of each successful write, with the time of its response as of performance.now(). */
  successes: { type: WriteType; mark: string; at: number }[];
  statuses: Map<Status, number>;
  /** The milliseconds of the slowest response. */
  slowest: number;
  stop(): Promise<void>;
}

/** Twelve people who write without a pause. After an error they try something else. */
export function startWriting(origin: string, place: Place): Writing {
  let isOver = false;
  const send = async (type: WriteType): Promise<Status> => {
    const mark = crypto.randomUUID();
    const request = writes[type].request(place, mark);
    const { body, headers } =
      "form" in request
        ? request.form
        : { body: JSON.stringify(request.body), headers: { "content-type": "application/json" } };
    const startedAt = performance.now();
    try {
      const response = await fetch(`${origin}${request.path}`, {
        method: "POST",
        body,
        headers: { ...headers, cookie: request.cookie },
        signal: AbortSignal.timeout(60_000),
      });
      await response.arrayBuffer();
      if (response.ok) writing.successes.push({ type, mark, at: performance.now() });
      return response.status;
    } catch {
      return "cut";
    } finally {
      writing.slowest = Math.max(writing.slowest, performance.now() - startedAt);
    }
  };
  const types = Object.keys(writes) as WriteType[];
  const writeAsPerson = async (person: number) => {
    for (let turn = person; !isOver; turn += 1) {
      const status = await send(types[turn % types.length] as WriteType);
      writing.statuses.set(status, (writing.statuses.get(status) ?? 0) + 1);
      if (status === "cut" || status > 299) await pause(20);
    }
  };
  const writing: Writing = {
    successes: [],
    statuses: new Map(),
    slowest: 0,
    async stop() {
      isOver = true;
      await all;
    },
  };
  const all = Promise.all(Array.from({ length: 12 }, (_, person) => writeAsPerson(person)));
  return writing;
}

/**
 * Whether every successful write is stored completely, `npm run verify` finds no problem, and people saw nothing but success and
 * the `allowed` errors.
 */
export async function verifyWrites(
  writing: Writing,
  { db, dataDir, must, allowed }: { db: Db; dataDir: string; must: number; allowed: readonly Status[] },
): Promise<Figure[]> {
  let missing = 0;
  for (const [type, { stored }] of Object.entries(writes)) {
    const { rows } = await sql<{ mark: string }>`${stored}`.execute(db);
    const marks = new Set(rows.map(({ mark }) => mark));
    missing += writing.successes.filter((write) => write.type === type && !marks.has(write.mark)).length;
  }
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from work_orders o where not exists
        (select from work_order_activity a where a.work_order_id = o.id) and o.title not like 'Leaking tap%')
      + (select count(*) from documents d where not exists (select from document_files f where f.document_id = d.id))
      + (select count(*) from payments p where not exists (select from ledger_postings e where e.entry_id = p.entry_id))
      as count`.execute(db);
  const isVerified = await verifyAll(db, await openDiskStore(path.join(dataDir, "files")));
  const unexpected = [...writing.statuses].filter(
    ([status]) => status !== 200 && status !== 201 && !allowed.includes(status),
  );
  return [
    atLeast("Successful writes", writing.successes.length, { must, digits: 0 }),
    none("Successful writes that are missing", missing),
    none(
      "Work orders without a log, documents without a file, payments without postings",
      Number(rows[0]?.count),
    ),
    none("`npm run verify` fails", isVerified ? 0 : 1),
    {
      ...none(`Statuses other than 201, ${allowed.join(", ")}`, unexpected.length),
      now: formatStatuses(writing),
    },
  ];
}

const formatStatuses = ({ statuses }: Writing): string =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");

/** The longest time in seconds without a successful write, between two moments of performance.now(). */
export function longestPause({ successes }: Writing, from: number, to: number): number {
  const moments = [from, ...successes.map(({ at }) => at).filter((at) => at > from && at < to), to];
  moments.sort((a, b) => a - b);
  return Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0))) / 1000;
}
