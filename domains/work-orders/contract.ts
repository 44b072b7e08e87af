import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, id, idInPath, idsInQuery, instant, line, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { maxImageBytes } from "#shared/images.ts";
import { roles } from "#shared/roles.ts";
import { ages } from "./ages.ts";
import { appointment } from "./appointment.ts";
import { categories, readCategory } from "./categories.ts";
import { dueFilters } from "./due.ts";
import { categoryFilter, textSearch } from "./list-filters.ts";
import { filterPriorities, priorities } from "./priorities.ts";
import { reporter } from "./reporter.ts";
import { workOrderSorts } from "./sorts.ts";
import { readStatus, statuses } from "./status.ts";
import { planFilters } from "./week.ts";
import { pause, workConflict, workTime } from "./work.ts";

/** The maximum number of photos per upload (WO-67, WO-74). */
export const maxImagesPerUpload = 10;
/** The maximum number of photos per work order: 10 each from the report, from before the work, and from after it. */
export const maxImagesPerWorkOrder = 30;

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

const fields = {
  title: line(5, "Title must be at least 5 characters", 200),
  description: text(10, "Please provide a detailed description", 10_000),
  category,
  location: line(3, "Location must be at least 3 characters", 200),
  priority,
};

/**
 * The five fields of the create form (WO-58 to WO-64). The edit form has the same rules (WO-45) plus a
 * status.
 */
export const workOrderForm = z.object(fields);

export const personRef = z.object({ id: z.number(), fullName: z.string() });
const teamRef = z.object({ id: z.number(), name: z.string() });

/** A row in the list and a card on the board (WO-02). */
export const workOrderRow = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  category: z.enum(categories),
  location: z.string(),
  priority: z.enum(priorities),
  status: z.string(),
  createdAt: z.string(),
  dueAt: z.nullable(z.string()),
  /**
   * The day the work is planned for, in the property's calendar, and its estimated duration. Null for
   * tenants.
   */
  plannedOn: z.nullable(z.string()),
  estimateMinutes: z.nullable(z.number()),
  /** The property's time zone, used to display due dates and visits. */
  timeZone: z.string(),
  appointment: z.nullable(appointment),
  /** Why work is on hold, and until when. */
  pause: z.nullable(pause),
  signatureUrl: z.nullable(z.string()),
  version: z.number(),
  propertyId: z.number(),
  unitNumber: z.nullable(z.string()),
  assignee: z.nullable(personRef),
  /** When the assignee's running timer was started. Null for tenants. */
  clockStartedAt: z.nullable(z.string()),
  /** Without an assignee, the work order is unclaimed: any team member can take it. */
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
  /** Whether the title, description, category, location, priority, or photos have changed since. */
  changedAfterSigning: z.boolean(),
});

/** A full work order, with what the current user can do with it. */
export const workOrder = z.extend(workOrderRow, {
  /** Before `createdAt` if a phone was offline and sent the report later. */
  reportedAt: z.string(),
  updatedAt: z.string(),
  completedAt: z.nullable(z.string()),
  property: z.object({ id: z.number(), name: z.string(), address: z.string() }),
  unit: z.nullable(z.object({ id: z.number(), unitNumber: z.string(), floor: z.nullable(z.string()) })),
  /** Access notes for the building and the unit. Null for tenants. */
  access: z.nullable(z.object({ building: z.nullable(z.string()), unit: z.nullable(z.string()) })),
  createdBy: reporter,
  /** Null for tenants, who contact the property manager instead. */
  assigneeEmail: z.nullable(z.string()),
  /**
   * The names of the other people on the lease, who can sign on the technician's phone. Empty for tenants.
   */
  members: z.array(z.string()),
  images: z.array(
    z.object({
      id: z.number(),
      url: z.string(),
      thumbnailUrl: z.string(),
      width: z.number(),
      height: z.number(),
      /** Whether the photo was taken before or after the work, if specified. */
      label: z.nullable(z.enum(photoLabels)),
      addedBy: personRef,
      addedAt: z.string(),
      canRemove: z.boolean(),
    }),
  ),
  /** Oldest first. Tenants don't get staff-only files. */
  files: z.array(
    z.object({
      id: z.number(),
      url: z.string(),
      name: z.string(),
      mediaType: z.string(),
      bytes: z.number(),
      /** Staff only. */
      internal: z.boolean(),
      addedBy: personRef,
      addedAt: z.string(),
      canRemove: z.boolean(),
    }),
  ),
  /** Time entries, oldest first. Empty for tenants. */
  times: z.array(workTime),
  /** Unresolved conflicts, oldest first. Empty for tenants. */
  conflicts: z.array(workConflict),
  /**
   * Hash of the content a signature would cover now. A device sends it with a signature to say which version
   * it displayed.
   */
  contentHash: z.string(),
  /** Newest first. Earlier signatures are kept. */
  signatures: z.array(signature),
  isWatching: z.boolean(),
  /** Watchers who still have access, by name. Staff only. */
  watchers: z.array(personRef),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    /** Statuses the user can move the work order to. */
    moveTo: z.array(z.enum(statuses)),
    /** `any`: can assign anyone. `self`: can assign themselves or unassign themselves. */
    assign: z.enum(["any", "self", "no"]),
    /** Start, pause, and complete the work, and record time. */
    work: z.boolean(),
    setDue: z.boolean(),
    plan: z.boolean(),
    proposeVisit: z.boolean(),
    confirmVisit: z.boolean(),
    cancelVisit: z.boolean(),
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

export const listWorkOrders = endpoint({
  method: "GET",
  path: "/api/work-orders",
  action: "work-orders.list",
  summary: "List work orders you can access, newest first; X-Total-Count and Link describe the full list",
  query: z.object({
    ...paging,
    /** `open` includes urgent work orders. */
    status: z.optional(status),
    category: categoryFilter,
    /** `pressing` matches high and urgent. */
    priority: z.optional(
      z.enum(filterPriorities, "priority must be one of low, medium, high, urgent, pressing."),
    ),
    /** Age of open work orders. Other statuses never match. */
    age: z.optional(z.enum(ages, `age must be one of ${ages.join(", ")}.`)),
    /** Overdue, or due on these days in the property's time zone. */
    due: z.optional(z.enum(dueFilters, `due must be one of ${dueFilters.join(", ")}.`)),
    /**
     * Planned for these days in the property's time zone, or still unplanned. Matches nothing for tenants.
     */
    planned: z.optional(z.enum(planFilters, `planned must be one of ${planFilters.join(", ")}.`)),
    /**
     * A user id, `me`, `none` for unfinished work orders without anyone, or `team` for unclaimed ones. For technicians, `team` covers only the
     * teams they are on.
     */
    assignee: z.optional(
      z.union(
        [z.literal("me"), z.literal("none"), z.literal("team"), idInPath],
        "assignee must be me, none, team, or a user ID.",
      ),
    ),
    teamId: z.optional(idInPath),
    /** `me`: work orders the user watches. */
    watched: z.optional(z.literal("me", "watched must be me.")),
    propertyId: z.optional(idInPath),
    unitId: z.optional(idInPath),
    leaseId: z.optional(idInPath),
    companyId: z.optional(idInPath),
    /** The selected rows, for CSV export. */
    ids: z.optional(idsInQuery),
    ...textSearch,
    sort: z.optional(z.enum(workOrderSorts, `sort must be one of ${workOrderSorts.join(", ")}.`)),
  }),
  response: z.array(workOrderRow),
});

export const exportWorkOrders = csvEndpoint(listWorkOrders);

export const createWorkOrder = endpoint({
  method: "POST",
  path: "/api/work-orders",
  action: "work-orders.create",
  summary: "Create a work order, with photos (multipart)",
  body: z.object({
    ...fields,
    /** The form sends `open` (WO-70). New work orders are always open. */
    status: z.optional(z.string()),
    propertyId: z.optional(z.union([z.literal(""), idInPath])),
    unitId: z.optional(z.union([z.literal(""), idInPath])),
  }),
  files: { name: "images", maxCount: maxImagesPerUpload, maxBytes: maxImageBytes },
  happensOffline: true,
  response: workOrder,
  status: 201,
});

export const readWorkOrder = endpoint({
  method: "GET",
  path: "/api/work-orders/:id",
  action: "work-orders.read",
  summary: "Get one work order",
  params: byId,
  response: workOrder,
});

const version = z.optional(z.int());
/**
 * The reason for a status change. The API requires one to cancel. The web client also requires one to reopen.
 */
export const statusChangeReason = text(1, "Please describe what's still wrong", 4000);
export const cancellationReason = text(1, "Please give a reason", 4000);

export const changeStatus = endpoint({
  method: "PATCH",
  path: "/api/work-orders/:id/status",
  action: "work-orders.change-status",
  summary: "Change a work order's status; the reason is added as a comment",
  versioned: true,
  params: byId,
  body: z.object({
    status,
    reason: z.optional(statusChangeReason),
    /** The status the user saw. The change is rejected if the status has changed since. */
    expectedStatus: z.optional(status),
    version,
  }),
  response: workOrder,
});

export const editWorkOrder = endpoint({
  method: "PATCH",
  path: "/api/work-orders/:id",
  action: "work-orders.edit",
  summary: "Update a work order",
  versioned: true,
  params: byId,
  /** `reason` is required to cancel and is added as a comment. */
  body: z.object({ ...fields, status, reason: z.optional(cancellationReason), version }),
  response: workOrder,
});

export const deleteWorkOrder = endpoint({
  method: "DELETE",
  path: "/api/work-orders/:id",
  action: "work-orders.delete",
  summary: "Delete a work order; its log, signatures, photos, and files are kept for audits",
  params: byId,
  response: done,
});

export const assignWorkOrder = endpoint({
  method: "PUT",
  path: "/api/work-orders/:id/assignee",
  action: "work-orders.assign",
  summary:
    "Assign, take, or release a work order; without `teamId`, work taken by a team member stays with the team",
  versioned: true,
  params: byId,
  body: z.object({ userId: z.nullable(id), teamId: z.optional(z.nullable(id)), version }),
  happensOffline: true,
  response: workOrder,
});

export const setDueDate = endpoint({
  method: "PUT",
  path: "/api/work-orders/:id/due",
  action: "work-orders.set-due",
  summary: "Set or clear the due date",
  versioned: true,
  params: byId,
  body: z.object({ dueAt: z.nullable(instant("Please select a date and time")), version }),
  response: workOrder,
});

export const listAssignees = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/assignees",
  action: "work-orders.assign",
  summary: "List maintenance staff at the work order's property",
  params: byId,
  response: z.array(personRef),
});

export const listAssignableTeams = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/teams",
  action: "work-orders.assign",
  summary: "List teams with members at the work order's property",
  params: byId,
  response: z.array(teamRef),
});

/** ACT-06. The five action types of ACT-09, plus those for planning, field work, files, and edits. */
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
  "conflict",
  "deleted",
] as const;
export type ActionType = (typeof actionTypes)[number];
export const activityEntry = z.object({
  id: z.number(),
  actionType: z.enum(actionTypes),
  message: z.nullable(z.string()),
  newStatus: z.nullable(z.string()),
  userId: z.nullable(z.number()),
  user: z.nullable(z.object({ fullName: z.string(), role: z.enum(roles) })),
  /** When the server recorded it. */
  createdAt: z.string(),
  /** When it happened, if a device was offline and sent it later. */
  happenedAt: z.nullable(z.string()),
  /** A comment or file for staff only. Never sent to tenants. */
  internal: z.boolean(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

export const readHistory = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/history",
  action: "work-orders.read",
  summary: "Get the activity log, newest first",
  params: byId,
  response: z.array(activityEntry),
});

export const comment = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/comments",
  action: "work-orders.comment",
  summary: "Add a comment, shared with the tenant or internal to staff",
  params: byId,
  body: z.object({ text: text(1, "Please enter a comment", 4000), internal: z.optional(z.boolean()) }),
  happensOffline: true,
  response: activityEntry,
  status: 201,
});

export const addPhotos = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/images",
  action: "work-orders.change-photos",
  summary: `Add photos to a work order (multipart), up to ${maxImagesPerWorkOrder} in total`,
  params: byId,
  body: z.object({ label: z.optional(z.enum(["", ...photoLabels], "label must be before or after.")) }),
  files: { name: "images", maxCount: maxImagesPerUpload, maxBytes: maxImageBytes },
  happensOffline: true,
  response: workOrder,
  status: 201,
});

export const sign = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/signature",
  action: "work-orders.sign",
  summary: "Sign the work order as it is now, or, with `contentHash`, the version the device displayed",
  versioned: true,
  params: byId,
  maxBodyBytes: 1_500_000,
  body: z.object({
    signature: z
      .string("Please sign before confirming.")
      .check(
        z.maxLength(1_400_000, "The signature image is too large."),
        z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/, "The signature must be a PNG data URL."),
      ),
    signedByName: z.optional(line(2, "Please enter the signer's name", 120)),
    version,
    contentHash: z.optional(
      z.string().check(z.regex(/^[0-9a-f]{64}$/, "contentHash must be a content hash of the work order.")),
    ),
  }),
  happensOffline: true,
  response: workOrder,
  status: 201,
});
