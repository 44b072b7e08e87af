import * as z from "zod/mini";
import type { Endpoint, ResponseOf, SentBodyOf } from "#shared/http/endpoint.ts";
import { pathOf } from "#web/api-client.ts";
import type { Change, Photo } from "#web/outbox/change.ts";
import type { KindOfChange } from "#web/outbox/kinds.ts";
import {
  addPhotos,
  assignWorkOrder,
  comment,
  createWorkOrder,
  type PhotoLabel,
  sign,
} from "../../contract.ts";
import type { WorkStep } from "../../work.ts";
import { addTime, doWork } from "../../work-contract.ts";
import type { ReportValues } from "../send-report.ts";

/** What is kept of each kind of change. Phones keep these for weeks: a field may be added, and none may change its meaning. */
export interface Payloads {
  take: Record<string, never>;
  "hand-back": Record<string, never>;
  start: Work;
  pause: Work;
  complete: Work;
  time: SentBodyOf<typeof addTime>;
  comment: SentBodyOf<typeof comment>;
  /** One photo, so that many are sent one by one. */
  photo: { label: PhotoLabel | "" };
  signature: SentBodyOf<typeof sign>;
  report: Partial<ReportValues>;
}
export type Kind = keyof Payloads;
type Work = Omit<SentBodyOf<typeof doWork>, "did" | "seen">;

const endpoints = {
  take: assignWorkOrder,
  "hand-back": assignWorkOrder,
  start: doWork,
  pause: doWork,
  complete: doWork,
  time: addTime,
  comment,
  photo: addPhotos,
  signature: sign,
  report: createWorkOrder,
} satisfies Record<Kind, Endpoint>;

export type Answers = { [K in Kind]: ResponseOf<(typeof endpoints)[K]> };

interface Sending<K extends Kind> {
  body: (payload: Payloads[K], context: { change: Change; photos: readonly Photo[] }) => unknown;
  buildsOn: boolean;
  makesOrder?: boolean;
  staysWhenRefused?: boolean;
}

const sending: { [K in Kind]: Sending<K> } = {
  take: { body: (_, { change }) => ({ userId: change.userId }), buildsOn: true },
  "hand-back": { body: () => ({ userId: null }), buildsOn: true },
  start: workOf("start"),
  pause: workOf("pause"),
  complete: workOf("complete"),
  // Time is a fact, whatever became of the order.
  time: { body: (payload) => payload, buildsOn: false, staysWhenRefused: true },
  comment: { body: (payload) => payload, buildsOn: false },
  photo: {
    body: ({ label }, { photos }) => formOf({ label }, photos),
    buildsOn: false,
    staysWhenRefused: true,
  },
  signature: { body: (payload) => payload, buildsOn: true, staysWhenRefused: true },
  report: {
    body: (payload, { photos }) => formOf({ ...payload, status: "open" }, photos),
    buildsOn: true,
    makesOrder: true,
  },
};

/** Every kind of change by its name, for the outbox. */
export const changeKinds: Readonly<Record<Kind, KindOfChange>> = {
  take: kindOf("take"),
  "hand-back": kindOf("hand-back"),
  start: kindOf("start"),
  pause: kindOf("pause"),
  complete: kindOf("complete"),
  time: kindOf("time"),
  comment: kindOf("comment"),
  photo: kindOf("photo"),
  signature: kindOf("signature"),
  report: kindOf("report"),
};

function workOf(did: WorkStep): Sending<WorkStep> {
  return {
    body: (payload, { change: { seen } }) =>
      ({ did, ...payload, ...(seen && { seen }) }) satisfies SentBodyOf<typeof doWork>,
    buildsOn: true,
  };
}

function kindOf<K extends Kind>(kind: K): KindOfChange {
  const { body, ...rules } = sending[kind];
  const endpoint: Endpoint = endpoints[kind];
  return {
    request: (change, { orderId, photos }) => ({
      method: endpoint.method,
      path: pathOf(endpoint, orderId === undefined ? undefined : { id: orderId }),
      // The outbox gives each kind the changes that were kept as that kind.
      body: body(change.payload as Payloads[K], { change, photos }),
    }),
    read: (answer) => z.parse(endpoint.response, answer),
    ...rules,
  };
}

function formOf(fields: Record<string, string | undefined>, photos: readonly Photo[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== "") form.append(name, value);
  for (const { name, blob } of photos) form.append(addPhotos.files.name, blob, name);
  return form;
}
