/**
 * The errors a request can end in, with their HTTP status (requirements, "Codes"). `message` is a plain
 * sentence a user can act on. It never contains internals.
 */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  too_many: 429,
  unavailable: 503,
  disk_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The body of every error response. `fields` has a message for each invalid field, by field name. */
export interface Problem {
  message: string;
  code: string;
  requestId: string;
  fields?: Record<string, string>;
  /** The current record, with a 409 for an outdated version. */
  current?: unknown;
}

export interface ErrorExtras {
  fields?: Record<string, string>;
  current?: unknown;
  retryAfterSeconds?: number;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;
  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.extras = extras;
  }
  get status(): number {
    return errorStatus[this.code];
  }
}

/** The error for a record that is missing or outside the access scope. The response is the same for both. */
export const notFound = (record: string) =>
  new AppError("not_found", `This ${record} doesn't exist, or you don't have access to it.`);
export const forbidden = (message = "You don't have permission to do this.") =>
  new AppError("forbidden", message);
export const conflict = (message: string, extras?: ErrorExtras) => new AppError("conflict", message, extras);
export const unauthenticated = (message = "Sign in to continue.") => new AppError("unauthenticated", message);
export const tooMany = (message: string, retryAfterSeconds: number) =>
  new AppError("too_many", message, { retryAfterSeconds });
export const unavailable = (message: string, retryAfterSeconds = 2) =>
  new AppError("unavailable", message, { retryAfterSeconds });

/** The error for invalid input, with a message per field. The first of them is the error's message. */
export const invalid = (fields: Record<string, string>) =>
  new AppError("invalid", Object.values(fields)[0] ?? "The request isn't valid.", { fields });
