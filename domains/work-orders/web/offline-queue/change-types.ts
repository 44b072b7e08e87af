import * as z from "zod/mini";
import type { Endpoint, ResponseOf, SentBodyOf } from "#shared/http/endpoint.ts";
import { buildPath } from "#web/api-client.ts";
import type { Change, Photo } from "#web/offline-queue/change.ts";
import type { ChangeType } from "#web/offline-queue/change-types.ts";
import {
  addPhotos,
  assignWorkOrder,
  comment,
  createWorkOrder,
  type PhotoLabel,
  sign,
} from "../../contract.ts";
import type { WorkStep } from "../../work.ts";
import { addTimeEntry, doWork } from "../../work-contract.ts";
import type { ReportValues } from "../report/send-report.ts";

/**
 * The stored payload of each type of change. Phones store these for weeks, so fields can be added but must
 * not change their meaning.
 */
export interface Payloads {
  "assign-to-me": Record<string, never>;
  unassign: Record<string, never>;
  start: Work;
  pause: Work;
  complete: Work;
  time: SentBodyOf<typeof addTimeEntry>;
  comment: SentBodyOf<typeof comment>;
  /** One photo per change, so that several are sent one by one. */
  photo: { label: PhotoLabel | "" };
  signature: SentBodyOf<typeof sign>;
  report: Partial<ReportValues>;
}
export type Kind = keyof Payloads;
type Work = Omit<SentBodyOf<typeof doWork>, "step" | "expected">;

const endpoints = {
  "assign-to-me": assignWorkOrder,
  unassign: assignWorkOrder,
  start: doWork,
  pause: doWork,
  complete: doWork,
  time: addTimeEntry,
  comment,
  photo: addPhotos,
  signature: sign,
  report: createWorkOrder,
} satisfies Record<Kind, Endpoint>;

export type Responses = { [K in Kind]: ResponseOf<(typeof endpoints)[K]> };

interface Sending<K extends Kind> {
  body: (payload: Payloads[K], context: { change: Change; photos: readonly Photo[] }) => unknown;
  dependsOnState: boolean;
  createsWorkOrder?: boolean;
  staysWhenRejected?: boolean;
}

const sending: { [K in Kind]: Sending<K> } = {
  "assign-to-me": { body: (_, { change }) => ({ userId: change.userId }), dependsOnState: true },
  unassign: { body: () => ({ userId: null }), dependsOnState: true },
  start: createWorkRequest("start"),
  pause: createWorkRequest("pause"),
  complete: createWorkRequest("complete"),
  // A time entry is valid regardless of what happened to the work order.
  time: { body: (payload) => payload, dependsOnState: false, staysWhenRejected: true },
  comment: { body: (payload) => payload, dependsOnState: false },
  photo: {
    body: ({ label }, { photos }) => toFormData({ label }, photos),
    dependsOnState: false,
    staysWhenRejected: true,
  },
  signature: { body: (payload) => payload, dependsOnState: true, staysWhenRejected: true },
  report: {
    body: (payload, { photos }) => toFormData({ ...payload, status: "open" }, photos),
    dependsOnState: true,
    createsWorkOrder: true,
  },
};

/** The types of changes by name, for the offline queue. */
export const changeKinds: Readonly<Record<Kind, ChangeType>> = {
  "assign-to-me": createKind("assign-to-me"),
  unassign: createKind("unassign"),
  start: createKind("start"),
  pause: createKind("pause"),
  complete: createKind("complete"),
  time: createKind("time"),
  comment: createKind("comment"),
  photo: createKind("photo"),
  signature: createKind("signature"),
  report: createKind("report"),
};

function createWorkRequest(step: WorkStep): Sending<WorkStep> {
  return {
    body: (payload, { change: { seen } }) =>
      ({ step, ...payload, ...(seen && { expected: seen }) }) satisfies SentBodyOf<typeof doWork>,
    dependsOnState: true,
  };
}

function createKind<K extends Kind>(kind: K): ChangeType {
  const { body, ...rules } = sending[kind];
  const endpoint: Endpoint = endpoints[kind];
  return {
    request: (change, { orderId, photos }) => ({
      method: endpoint.method,
      path: buildPath(endpoint, orderId === undefined ? undefined : { id: orderId }),
      // The queue passes only changes that were saved as this type.
      body: body(change.payload as Payloads[K], { change, photos }),
    }),
    read: (answer) => z.parse(endpoint.response, answer),
    ...rules,
  };
}

function toFormData(fields: Record<string, string | undefined>, photos: readonly Photo[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== "") form.append(name, value);
  for (const { name, blob } of photos) form.append(addPhotos.files.name, blob, name);
  return form;
}
