/**
 * The errors a request can end in, with their HTTP status (requirements, "Codes").
 * `message` is one plain sentence a user can act on; it never carries internals.
 */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  wrong_kind: 415,
  too_many: 429,
  unavailable: 503,
  disk_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The body of every error response. `fields` has a sentence for each invalid field, by its name. */
export interface Problem {
  message: string;
  code: string;
  requestId: string;
  fields?: Record<string, string>;
  /** The record as it is now, with a 409 for a stale version. */
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

/** For a record that is missing or outside the access scope: the response is the same. */
export const notFound = (what: string) =>
  new AppError("not_found", `This ${what} does not exist, or you do not have access to it.`);
export const forbidden = (message = "Your account may not do this.") => new AppError("forbidden", message);
export const conflict = (message: string, extras?: ErrorExtras) => new AppError("conflict", message, extras);
export const unauthenticated = (message = "Please sign in.") => new AppError("unauthenticated", message);
export const tooMany = (message: string, retryAfterSeconds: number) =>
  new AppError("too_many", message, { retryAfterSeconds });
export const unavailable = (message: string, retryAfterSeconds = 2) =>
  new AppError("unavailable", message, { retryAfterSeconds });

/** Invalid input, with a sentence per field; the message is the first of them. */
export const invalid = (fields: Record<string, string>) =>
  new AppError("invalid", Object.values(fields)[0] ?? "The request is not valid.", { fields });
