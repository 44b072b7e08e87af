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
import type { ProblemReportValues } from "../report/send-report.ts";

/**
 * The stored payload of each type of change. Phones store these for weeks, so fields can be added but must
 * not change their meaning.
 */
export interface Payloads {
  "assign-to-me": Record<string, never>;
  unassign: Record<string, never>;
  start: WorkPayload;
  pause: WorkPayload;
  complete: WorkPayload;
  time: SentBodyOf<typeof addTimeEntry>;
  comment: SentBodyOf<typeof comment>;
  /** One photo per change, so that photos are sent one by one. */
  photo: { label: PhotoLabel | "" };
  signature: SentBodyOf<typeof sign>;
  report: Partial<ProblemReportValues>;
}
export type ChangeKind = keyof Payloads;
type WorkPayload = Omit<SentBodyOf<typeof doWork>, "step" | "expected">;

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
} satisfies Record<ChangeKind, Endpoint>;

export type ChangeResponses = { [K in ChangeKind]: ResponseOf<(typeof endpoints)[K]> };

interface SendRules<K extends ChangeKind> {
  body: (payload: Payloads[K], context: { change: Change; photos: readonly Photo[] }) => unknown;
  dependsOnState: boolean;
  createsWorkOrder?: boolean;
  staysWhenRejected?: boolean;
}

const sendRules: { [K in ChangeKind]: SendRules<K> } = {
  "assign-to-me": { body: (_, { change }) => ({ userId: change.userId }), dependsOnState: true },
  unassign: { body: () => ({ userId: null }), dependsOnState: true },
  start: createWorkRules("start"),
  pause: createWorkRules("pause"),
  complete: createWorkRules("complete"),
  // A time entry is valid regardless of what happened to the work order.
  time: { body: (payload) => payload, dependsOnState: false },
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

/** The change types by kind, for the offline queue. */
export const changeKinds: Readonly<Record<ChangeKind, ChangeType>> = {
  "assign-to-me": createChangeType("assign-to-me"),
  unassign: createChangeType("unassign"),
  start: createChangeType("start"),
  pause: createChangeType("pause"),
  complete: createChangeType("complete"),
  time: createChangeType("time"),
  comment: createChangeType("comment"),
  photo: createChangeType("photo"),
  signature: createChangeType("signature"),
  report: createChangeType("report"),
};

function createWorkRules(step: WorkStep): SendRules<WorkStep> {
  return {
    body: (payload, { change: { seen } }) =>
      ({ step, ...payload, ...(seen && { expected: seen }) }) satisfies SentBodyOf<typeof doWork>,
    dependsOnState: true,
  };
}

function createChangeType<K extends ChangeKind>(kind: K): ChangeType {
  const { body, ...rules } = sendRules[kind];
  const endpoint: Endpoint = endpoints[kind];
  return {
    createRequest: (change, { orderId, photos }) => ({
      method: endpoint.method,
      path: buildPath(endpoint, orderId === undefined ? undefined : { id: orderId }),
      // The queue passes only changes that were saved as this type.
      body: body(change.payload as Payloads[K], { change, photos }),
    }),
    parseResponse: (response) => z.parse(endpoint.response, response),
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
