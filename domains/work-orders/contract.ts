import * as z from "zod/mini";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, id, idInPath, idsInQuery, instant, line, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { pictureBytesMax, pictureTypes } from "#shared/pictures.ts";
import { roles } from "#shared/roles.ts";
import { ages } from "./ages.ts";
import { appointment } from "./appointment.ts";
import { categories, readCategory } from "./categories.ts";
import { dueFilters } from "./due.ts";
import { filterPriorities, priorities } from "./priorities.ts";
import { orderSorts } from "./sorts.ts";
import { readStatus, statuses } from "./status.ts";
import { planFilters } from "./week.ts";
import { clash, pause, workTime } from "./work.ts";

/** Limits of photos (WO-67, WO-74). */
export const imageBytesMax = pictureBytesMax;
export const imagesMax = 10;
/** The photos of an order: those of the report, and as many again before and after the work. */
export const imagesOfOrderMax = 30;
export const imageTypes = pictureTypes;

export const status = z.pipe(
  z.pipe(z.string("Please select a status"), z.transform(readStatus)),
  z.enum(statuses, "status must be one of open, in_progress, scheduled, completed, urgent, cancelled."),
);
const category = z.pipe(
  z.pipe(
    z.string("Please select a category"),
    z.transform((value: string) => readCategory(value) ?? ""),
  ),
  z.enum(categories, "Please select a category"),
);
const priority = z.enum(priorities, "Please select a priority level");

const facts = {
  title: line(5, "Title must be at least 5 characters", 200),
  description: text(10, "Please provide a detailed description", 10_000),
  category,
  location: line(3, "Location must be at least 3 characters", 200),
  priority,
};

/** The five fields of the create form (WO-58 to WO-64); the edit form has the same rules (WO-45) and also a status. */
export const workOrderForm = z.object(facts);

export const personRef = z.object({ id: z.number(), fullName: z.string() });
const teamRef = z.object({ id: z.number(), name: z.string() });

/** A row of the list and a card of the board (WO-02). */
export const workOrderRow = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  location: z.string(),
  priority: z.string(),
  status: z.string(),
  createdAt: z.string(),
  dueAt: z.nullable(z.string()),
  /** The day somebody is to work on it, in its building's calendar, and how long that takes; null for tenants. */
  plannedOn: z.nullable(z.string()),
  estimateMinutes: z.nullable(z.number()),
  /** The zone of its building, in which due times and visits are shown. */
  timeZone: z.string(),
  appointment: z.nullable(appointment),
  /** Why and until when the work rests. */
  pause: z.nullable(pause),
  signatureUrl: z.nullable(z.string()),
  version: z.number(),
  propertyId: z.number(),
  unitNumber: z.nullable(z.string()),
  assignee: z.nullable(personRef),
  /** Without an assignee, one of the team is to take it. */
  team: z.nullable(teamRef),
  awaitingApproval: z.boolean(),
});
export type WorkOrderRow = z.infer<typeof workOrderRow>;

export const photoLabels = ["before", "after"] as const;
export type PhotoLabel = (typeof photoLabels)[number];

export const signature = z.object({
  id: z.number(),
  url: z.string(),
  signedByName: z.string(),
  signedBy: personRef,
  signedAt: z.string(),
  /** Whether title, description, category, location, priority or photos differ from the signed content. */
  changedAfterSigning: z.boolean(),
});

/** A whole order, with what the user may do with it now. */
export const workOrder = z.extend(workOrderRow, {
  updatedAt: z.string(),
  completedAt: z.nullable(z.string()),
  property: z.object({ id: z.number(), name: z.string(), address: z.string() }),
  unit: z.nullable(z.object({ id: z.number(), unitNumber: z.string(), floor: z.nullable(z.string()) })),
  /** How to get in, as it is said of the building and of the unit; null for tenants. */
  access: z.nullable(z.object({ building: z.nullable(z.string()), unit: z.nullable(z.string()) })),
  createdBy: z.extend(personRef, { role: z.string() }),
  images: z.array(
    z.object({
      id: z.number(),
      url: z.string(),
      thumbnailUrl: z.string(),
      width: z.number(),
      height: z.number(),
      /** Whether it was taken before or after the work, where somebody said so. */
      label: z.nullable(z.enum(photoLabels)),
      addedBy: personRef,
      addedAt: z.string(),
      mayRemove: z.boolean(),
    }),
  ),
  /** Oldest first; tenants get none that are for staff only. */
  files: z.array(
    z.object({
      id: z.number(),
      url: z.string(),
      name: z.string(),
      mediaType: z.string(),
      bytes: z.number(),
      /** For staff only. */
      internal: z.boolean(),
      addedBy: personRef,
      addedAt: z.string(),
      mayRemove: z.boolean(),
    }),
  ),
  /** The time that was spent on it, oldest first; none for tenants. */
  times: z.array(workTime),
  /** Those that wait for a choice, oldest first; none for tenants. */
  clashes: z.array(clash),
  /** Newest first; earlier signatures are kept. */
  signatures: z.array(signature),
  isWatching: z.boolean(),
  /** Those who may still see it, by name; for staff only. */
  watchers: z.array(personRef),
  may: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    /** The statuses the user may move it to. */
    moveTo: z.array(z.enum(statuses)),
    /** `any`: may assign anybody; `self`: may take it or hand it back. */
    assign: z.enum(["any", "self", "no"]),
    /** Start, pause, complete, and record time. */
    work: z.boolean(),
    setDue: z.boolean(),
    plan: z.boolean(),
    proposeVisit: z.boolean(),
    agreeToVisit: z.boolean(),
    callOffVisit: z.boolean(),
    watch: z.boolean(),
    changeWatchers: z.boolean(),
    comment: z.boolean(),
    commentInternally: z.boolean(),
    addPhotos: z.boolean(),
    addFiles: z.boolean(),
    sign: z.boolean(),
  }),
});
export type WorkOrder = z.infer<typeof workOrder>;

/**
 * The parts of a cursor of the list: an id or a rank with the id; in the orders by due time after the milliseconds of that time,
 * in those by name after the name's bytes and id.
 */
export const cursorParts =
  /^(?:(?<milliseconds>\d{1,13})-|(?<name>[\w-]{1,1000})\.(?<nameId>[1-9]\d{0,14})\.)?(?<number>[1-9]\d{0,15})$/;
const cursor = z
  .string()
  .check(z.regex(cursorParts, "cursor must be the one in the Link header of the previous page."));

export const listWorkOrders = endpoint({
  method: "GET",
  path: "/api/work-orders",
  action: "work-orders.list",
  summary:
    "Work orders within the access scope, newest first; X-Total-Count and Link describe the whole list",
  query: z.object({
    ...paging,
    cursor: z.optional(cursor),
    /** `open` also finds urgent ones. */
    status: z.optional(status),
    category: z.optional(
      z.pipe(
        z.pipe(
          z.string(),
          z.transform((value: string) => readCategory(value) ?? ""),
        ),
        z.enum(categories, `category must be one of ${categories.join(", ")}.`),
      ),
    ),
    /** `pressing` finds high and urgent ones. */
    priority: z.optional(
      z.enum(filterPriorities, "priority must be one of low, medium, high, urgent, pressing."),
    ),
    /** Only for open orders: how many days ago they were reported. */
    age: z.optional(z.enum(ages, `age must be one of ${ages.join(", ")}.`)),
    /** Overdue work, or what is due on these days of its building. */
    due: z.optional(z.enum(dueFilters, `due must be one of ${dueFilters.join(", ")}.`)),
    /** Work that is planned for these days of its building, or that somebody has to plan; nothing for tenants. */
    planned: z.optional(z.enum(planFilters, `planned must be one of ${planFilters.join(", ")}.`)),
    /** A person's id, `me`, `none`, or `team` for what a team is to take; technicians find what is for their own teams. */
    assignee: z.optional(
      z.union(
        [z.literal("me"), z.literal("none"), z.literal("team"), idInPath],
        "assignee must be me, none, team or the id of a person.",
      ),
    ),
    teamId: z.optional(idInPath),
    /** `me`: the orders that the user watches. */
    watched: z.optional(z.literal("me", "watched must be me.")),
    propertyId: z.optional(idInPath),
    unitId: z.optional(idInPath),
    leaseId: z.optional(idInPath),
    companyId: z.optional(idInPath),
    /** The chosen rows of a page, for their CSV file. */
    ids: z.optional(idsInQuery),
    q: z.optional(z.string().check(z.trim(), z.maxLength(200, "Please search for at most 200 characters."))),
    sort: z.optional(z.enum(orderSorts, `sort must be one of ${orderSorts.join(", ")}.`)),
  }),
  response: z.array(workOrderRow),
});

export const exportWorkOrders = csvOf(listWorkOrders);

export const createWorkOrder = endpoint({
  method: "POST",
  path: "/api/work-orders",
  action: "work-orders.create",
  summary: "Report a fault, with photos (multipart)",
  body: z.object({
    ...facts,
    /** The form sends `open` (WO-70); an order always begins open. */
    status: z.optional(z.string()),
    propertyId: z.optional(z.union([z.literal(""), idInPath])),
    unitId: z.optional(z.union([z.literal(""), idInPath])),
  }),
  files: { name: "images", maxCount: imagesMax, maxBytes: imageBytesMax },
  response: workOrder,
  status: 201,
});

export const readWorkOrder = endpoint({
  method: "GET",
  path: "/api/work-orders/:id",
  action: "work-orders.read",
  summary: "One work order",
  params: byId,
  response: workOrder,
});

const version = z.optional(z.int());
/** Why an order is moved, as reopening one asks for. */
export const moveReason = text(1, "Please write what is still wrong", 4000);

export const changeStatus = endpoint({
  method: "PATCH",
  path: "/api/work-orders/:id/status",
  action: "work-orders.change-status",
  summary: "Move an order to another status, with a reason that becomes a comment",
  versioned: true,
  params: byId,
  body: z.object({
    status,
    reason: z.optional(moveReason),
    /** The status it had on the screen: another one refuses the move. */
    seenStatus: z.optional(status),
    version,
  }),
  response: workOrder,
});

export const editWorkOrder = endpoint({
  method: "PATCH",
  path: "/api/work-orders/:id",
  action: "work-orders.edit",
  summary: "Edit an order",
  versioned: true,
  params: byId,
  body: z.object({ ...facts, status, version }),
  response: workOrder,
});

export const deleteWorkOrder = endpoint({
  method: "DELETE",
  path: "/api/work-orders/:id",
  action: "work-orders.delete",
  summary: "Delete an order; its log, signatures, photos and files are kept for audits",
  params: byId,
  response: done,
});

export const assignWorkOrder = endpoint({
  method: "PUT",
  path: "/api/work-orders/:id/assignee",
  action: "work-orders.assign",
  summary:
    "Assign an order to a person or a team, take it or hand it back; without `teamId` what a member of its team has stays the team's",
  versioned: true,
  params: byId,
  body: z.object({ userId: z.nullable(id), teamId: z.optional(z.nullable(id)), version }),
  response: workOrder,
});

export const setDueTime = endpoint({
  method: "PUT",
  path: "/api/work-orders/:id/due",
  action: "work-orders.set-due",
  summary: "Set when an order is due, or with null that it is not",
  versioned: true,
  params: byId,
  body: z.object({ dueAt: z.nullable(instant("Please choose a day and a time")), version }),
  response: workOrder,
});

export const listAssignees = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/assignees",
  action: "work-orders.assign",
  summary: "Maintenance staff of the order's building",
  params: byId,
  response: z.array(personRef),
});

export const listTeamsFor = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/teams",
  action: "work-orders.assign",
  summary: "Teams with somebody in the order's building",
  params: byId,
  response: z.array(teamRef),
});

/** ACT-06. The five action types of ACT-09, and in addition those of planning, work in the field, files and edits. */
export const actionTypes = [
  "signature",
  "status_changed",
  "comment_added",
  "created",
  "assigned",
  "due_changed",
  "visit_changed",
  "planned",
  "edited",
  "photos_changed",
  "files_changed",
  "pause_changed",
  "time_changed",
  "clash",
  "deleted",
] as const;
export type ActionType = (typeof actionTypes)[number];
export const activityEntry = z.object({
  id: z.number(),
  actionType: z.enum(actionTypes),
  message: z.nullable(z.string()),
  userId: z.nullable(z.number()),
  user: z.nullable(z.object({ fullName: z.string(), role: z.enum(roles) })),
  /** When it came. */
  createdAt: z.string(),
  /** When it was done, where a device without a network has kept it until then. */
  happenedAt: z.nullable(z.string()),
  /** A comment or a file for staff only; never sent to tenants. */
  internal: z.boolean(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

export const readHistory = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/history",
  action: "work-orders.read",
  summary: "The activity log, newest first",
  params: byId,
  response: z.array(activityEntry),
});

export const comment = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/comments",
  action: "work-orders.comment",
  summary: "Add a comment, shared with the tenant or internal to staff",
  params: byId,
  body: z.object({ text: text(1, "Please write a comment", 4000), internal: z.optional(z.boolean()) }),
  response: activityEntry,
  status: 201,
});

export const addPhotos = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/images",
  action: "work-orders.change-photos",
  summary: `Add photos to an order (multipart), up to ${imagesOfOrderMax} in all`,
  params: byId,
  body: z.object({ label: z.optional(z.enum(["", ...photoLabels], "label must be before or after.")) }),
  files: { name: "images", maxCount: imagesMax, maxBytes: imageBytesMax },
  response: workOrder,
  status: 201,
});

export const removePhoto = endpoint({
  method: "DELETE",
  path: "/api/work-orders/:id/images/:imageId",
  action: "work-orders.change-photos",
  summary: "Remove a photo for good: tenants those they added, staff any; the log keeps its hash",
  params: z.object({ id: idInPath, imageId: idInPath }),
  response: workOrder,
});

const shownText = (max: number) => text(0, "What was shown is missing", max);

/** What a signature covers, as it was on the screen when the pen left it. */
export const shownContent = z.object({
  title: shownText(200),
  description: shownText(10_000),
  category: shownText(200),
  location: shownText(200),
  priority: shownText(200),
  imageIds: z.array(id).check(z.maxLength(imagesOfOrderMax, "What was shown has too many photos.")),
});
export type ShownContent = z.infer<typeof shownContent>;

export const sign = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/signature",
  action: "work-orders.sign",
  summary: "Sign the order's present content, or what a device showed by `shown`, if that has changed",
  versioned: true,
  params: byId,
  bodyBytesMax: 1_500_000,
  body: z.object({
    signature: z
      .string("Please sign before confirming.")
      .check(
        z.maxLength(1_400_000, "The signature image is too large."),
        z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/, "The signature must be a PNG data URL."),
      ),
    signedByName: z.optional(line(2, "Please enter the name of who signs", 120)),
    version,
    shown: z.optional(shownContent),
  }),
  response: workOrder,
  status: 201,
});
