import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseUnavailable } from "#server/db/database.ts";
import { responseHeaders } from "#server/http/protection/security.ts";
import { AppError, notFound, type Problem } from "#shared/errors.ts";

/** The errors raised by Fastify and its plug-ins, with our messages. */
const frameworkErrors: Record<string, AppError> = {
  FST_ERR_BAD_URL: new AppError("invalid", "The URL couldn't be read."),
  FST_ERR_MAX_PARAM_LENGTH: notFound("address"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError(
    "unsupported_type",
    "The request must be JSON, or a form if the endpoint accepts files.",
  ),
  FST_ERR_CTP_EMPTY_JSON_BODY: new AppError("invalid", "The request has a JSON content type but no body."),
  FST_ERR_CTP_INVALID_JSON_BODY: new AppError("invalid", "The request isn't valid JSON."),
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError("too_large", "The request is too large."),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError(
    "invalid",
    "The length of the request doesn't match its Content-Length.",
  ),
  FST_INVALID_MULTIPART_CONTENT_TYPE: new AppError(
    "unsupported_type",
    "This endpoint requires a multipart form (multipart/form-data).",
  ),
  FST_PARTS_LIMIT: new AppError("too_large", "The form has too many parts."),
  FST_FIELDS_LIMIT: new AppError("too_large", "The form has too many fields."),
  FST_FILES_LIMIT: new AppError("too_large", "The form has too many files."),
  FST_REQ_FILE_TOO_LARGE: new AppError("too_large", "A file is larger than 10 MB."),
};

/**
 * Turns every error of a request into the common form of error responses (requirements, "Errors"). Internals
 * go to the log.
 */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) =>
    sendProblem(toAppError(error), error, request, reply),
  );
}

/** Handles a URL that the router can't parse. No hook has run yet, so this sets the security headers. */
export const handleUnreadableUrl =
  (publicUrl: string) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void =>
    void sendProblem(toAppError(error), error, request, reply.headers(responseHeaders(publicUrl)));

const discardPeriodMs = 1_000;

/** Handles bytes that aren't HTTP. There is no request object, so this writes the whole response. */
export const handleUnreadableRequest = (publicUrl: string) => (error: ConnectionError, socket: Socket) => {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const [status, message] =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? ["408 Request Timeout", "The request took too long."]
      : error.code === "HPE_HEADER_OVERFLOW"
        ? ["431 Request Header Fields Too Large", "The request headers are too large."]
        : ["400 Bad Request", "The request couldn't be read."];
  const problem: Problem = { message, code: "invalid", requestId: randomUUID() };
  const body = JSON.stringify(problem);
  const headers = {
    ...responseHeaders(publicUrl),
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`);
  // Closing a connection with unread bytes resets it, and the response can get lost. So the remaining bytes
  // are read and discarded for a moment.
  setTimeout(() => socket.destroy(), discardPeriodMs).unref();
};

/** The codes for a full disk, an exhausted disk quota, and a full disk of the database. */
const diskFullCodes = new Set(["ENOSPC", "EDQUOT", "53100"]);

function toAppError(error: FastifyError | AppError): AppError | undefined {
  if (error instanceof AppError) return error;
  const knownError = frameworkErrors[error.code];
  if (knownError !== undefined) return knownError;
  if (isDatabaseUnavailable(error))
    return new AppError("unavailable", "The database isn't reachable right now. Please try again.", {
      retryAfterSeconds: 2,
    });
  if (error.code === "40P01" || error.code === "40001")
    return new AppError("unavailable", "Someone else changed this at the same time. Please try again.", {
      retryAfterSeconds: 1,
    });
  // A statement took too long (`query_canceled`), for example waiting for rows that a large import has
  // locked.
  if (error.code === "57014")
    return new AppError("unavailable", "This took too long. Please try again in a minute.", {
      retryAfterSeconds: 30,
    });
  if (diskFullCodes.has(error.code))
    return new AppError("disk_full", "There's no storage space left. Contact your administrator.");
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError(
      error.statusCode === 413 ? "too_large" : error.statusCode === 415 ? "unsupported_type" : "invalid",
      "The request couldn't be read.",
    );
  return undefined;
}

function sendProblem(
  appError: AppError | undefined,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const status = appError?.status ?? 500;
  // Our own errors need no stack trace. Under overload there are hundreds of them per second.
  if (status >= 500 && error !== appError) request.log.error({ err: error }, "request failed");
  else if (status >= 500) request.log.warn(appError?.message);
  const problem: Problem & { success?: false } = {
    ...(request.routeOptions.config.endpoint?.returnsSuccess === true ? { success: false } : {}),
    message: appError?.message ?? "Something went wrong on our end. Please try again.",
    code: appError?.code ?? "internal",
    requestId: request.id,
    ...(appError?.extras.fields === undefined ? {} : { fields: appError.extras.fields }),
    ...(appError?.extras.current === undefined ? {} : { current: appError.extras.current }),
  };
  if (appError?.extras.retryAfterSeconds !== undefined)
    void reply.header("retry-after", String(appError.extras.retryAfterSeconds));
  return reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify(problem));
}
