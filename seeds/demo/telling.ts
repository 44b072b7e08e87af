import type { ActivityContent } from "#domains/work-orders/activity-text.ts";
import { contentHash, contentHashVersion } from "#domains/work-orders/server/content-hash.ts";
import type { Status } from "#domains/work-orders/status.ts";
import { personCalled } from "./people.ts";
import type { DemoPerson } from "./person.ts";
import type { DemoOrder, Facts, Step } from "./story.ts";
import { leases, units } from "./tenancies.ts";
import { firstOfMonth, hoursAfter, instantAgo, lastOfMonth } from "./time.ts";

export type Entry = ActivityContent & { at: Date; by: DemoPerson; internal: boolean };

export interface Signing {
  at: Date;
  by: DemoPerson;
  name: string;
  contentHash: Buffer;
}

/** An order as its story leaves it, with every row that tells of it. */
export interface ToldOrder {
  id: number;
  facts: Facts;
  propertyId: number;
  unitId: number | null;
  leaseId: number | null;
  createdBy: DemoPerson;
  createdAt: Date;
  status: Status;
  assignee: DemoPerson | null;
  completedAt: Date | null;
  contentHash: Buffer;
  version: number;
  updatedAt: Date;
  entries: Entry[];
  signings: Signing[];
}

/** Tells the story of one order, as the work orders' own verbs write it. */
export function tell(order: DemoOrder, id: number, photos: readonly Buffer[], now: Date): ToldOrder {
  const { title, description, category, location, priority } = order;
  const createdAt = instantAgo(now, order.ago);
  const createdBy = personCalled(order.who);
  const facts: Facts = { title, description, category, location, priority };
  const hash = contentHash({ ...facts, photos });
  const told: ToldOrder = {
    id,
    facts,
    ...placeOf(order, createdBy, createdAt, now),
    createdBy,
    createdAt,
    status: "open",
    assignee: null,
    completedAt: null,
    contentHash: hash,
    version: 1,
    updatedAt: createdAt,
    entries: [
      {
        at: createdAt,
        by: createdBy,
        actionType: "created",
        particulars: { photos: photos.length, contentHash: hash.toString("hex") },
        internal: false,
      },
    ],
    signings: [],
  };
  for (const step of order.story ?? []) take(told, step, photos);
  return told;
}

function take(told: ToldOrder, step: Step, photos: readonly Buffer[]): void {
  const at = hoursAfter(told.createdAt, step.after);
  const by = personCalled(step.who);
  const add = (content: ActivityContent, internal = false) =>
    told.entries.push({ at, by, ...content, internal });
  if (step.did === "comment") {
    add({ actionType: "comment_added", particulars: { text: step.text } }, step.internal);
    return;
  }
  told.version += 1;
  told.updatedAt = at;
  if (step.did === "assign") {
    const to = step.to === null ? null : personCalled(step.to);
    add({
      actionType: "assigned",
      particulars: {
        from: told.assignee?.id ?? null,
        to: to?.id ?? null,
        ...(to === null ? {} : { assignee: to.fullName }),
      },
    });
    told.assignee = to;
  } else if (step.did === "move") {
    add({ actionType: "status_changed", particulars: { from: told.status, to: step.to } });
    told.status = step.to;
    told.completedAt = step.to === "completed" ? at : null;
  } else if (step.did === "sign") {
    const name = step.name ?? by.fullName;
    add({
      actionType: "signature",
      particulars: {
        // The image and its row come later.
        signatureId: 0,
        imageSha256: "",
        signedBy: name,
        ...(name === by.fullName ? {} : { deviceOf: by.fullName }),
        contentHash: told.contentHash.toString("hex"),
        contentHashVersion,
      },
    });
    told.signings.push({ at, by, name, contentHash: told.contentHash });
  } else {
    const fields = Object.keys(step.changes) as (keyof Facts)[];
    add({
      actionType: "edited",
      particulars: {
        changes: fields.map((field) => ({ field, from: told.facts[field], to: step.changes[field] })),
      },
    });
    told.facts = { ...told.facts, ...step.changes };
    told.contentHash = contentHash({ ...told.facts, photos });
  }
}

/** A unit's order belongs to the lease that held the unit then; one of a person nobody has approved yet to none. */
function placeOf(order: DemoOrder, createdBy: DemoPerson, createdAt: Date, now: Date) {
  if ("property" in order.at) return { propertyId: order.at.property, unitId: null, leaseId: null };
  const unitId = order.at.unit;
  const unit = units.find(({ id }) => id === unitId);
  if (unit === undefined) throw new Error(`There is no unit ${unitId}.`);
  const day = createdAt.toISOString().slice(0, 10);
  const lease = leases.find(
    ({ units: leased, beganMonthsAgo, endsInMonths }) =>
      leased.includes(unitId) &&
      firstOfMonth(now, -beganMonthsAgo) <= day &&
      day <= lastOfMonth(now, endsInMonths),
  );
  return {
    propertyId: unit.property,
    unitId,
    leaseId: createdBy.state === "pending" ? null : (lease?.id ?? null),
  };
}
