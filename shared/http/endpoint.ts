import type * as z from "zod/mini";
import type { Action } from "../permissions.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * One endpoint of the API, defined once. The server binds a handler to it, the web client calls it, and the
 * OpenAPI document and the permission matrix are generated from it. Schemas use zod/mini.
 */
export interface Endpoint {
  method: Method;
  /** The path in the router's syntax, e.g. `/api/work-orders/:id`. */
  path: string;
  action: Action;
  summary: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The maximum size of the JSON body in bytes. 64 KiB by default. */
  maxBodyBytes?: number;
  /** Set if the body is multipart/form-data: `body` describes its text fields, `files` its file fields. */
  files?: { name: string; maxCount: number; maxBytes: number };
  response: z.ZodMiniType;
  /** Reads the version of the record that the user saw from `If-Match` (requirements, "Writes"). */
  versioned?: true;
  /** Set for a write by a signed-in person that doesn't read `Idempotency-Key`. All others do. */
  ignoresIdempotencyKey?: true;
  /** Set if technicians can do it offline. Phones then send it later, with its time in `Happened-At`. */
  happensOffline?: true;
  /** 200 by default. */
  status?: 200 | 201 | 202;
  /**
   * The JSON of a failure has `success: false` in addition to the usual fields (requirements, "Password
   * responses").
   */
  returnsSuccess?: true;
  /** JSON by default. The schema of any other kind is `z.unknown()`. */
  responseKind?: "json" | "file" | "csv" | "events";
}

/** @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Shape<E extends Endpoint, K extends "params" | "query" | "body"> = E[K] extends z.ZodMiniType
  ? z.output<E[K]>
  : undefined;
type Sent<E extends Endpoint, K extends "params" | "query" | "body"> = E[K] extends z.ZodMiniType
  ? z.input<E[K]>
  : undefined;

/** The parsed parameters that a handler receives. */
export type ParamsOf<E extends Endpoint> = Shape<E, "params">;
export type QueryOf<E extends Endpoint> = Shape<E, "query">;
export type BodyOf<E extends Endpoint> = Shape<E, "body">;
/** The parameters that a client sends. */
export type SentParamsOf<E extends Endpoint> = Sent<E, "params">;
export type SentQueryOf<E extends Endpoint> = Sent<E, "query">;
export type SentBodyOf<E extends Endpoint> = Sent<E, "body">;
export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;
