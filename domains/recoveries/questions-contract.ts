import * as z from "zod/mini";
import { maxDocumentBytes } from "#domains/documents/kinds.ts";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, id, idInPath, line, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { byLeaseYear } from "./lease-statements-contract.ts";
import { yearInPath } from "./reconciliation-contract.ts";

/** `withdrawn`: the statement was reversed before the question was answered. */
export const questionStates = ["open", "answered", "credited", "withdrawn"] as const;
export type QuestionState = (typeof questionStates)[number];

export const questionStateLabels = {
  open: "Open",
  answered: "Answered",
  credited: "Credited",
  withdrawn: "Statement reversed",
} as const satisfies Record<QuestionState, string>;

export const maxFilesPerQuestion = 20;

const question = z.object({
  id: z.number(),
  leaseId: z.number(),
  company: z.string(),
  property: z.object({ id: z.number(), name: z.string() }),
  year: z.number(),
  /** The number of the statement that was in effect when it was asked. */
  number: z.number(),
  pool: z.object({ id: z.number(), name: z.string() }),
  /** The category or the step of the pool's share that it is about. Empty for the share itself. */
  subject: z.string(),
  text: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  state: z.enum(questionStates),
  answer: z.nullable(z.object({ text: z.string(), by: z.string(), at: z.string() })),
  /** The correction that was accepted. Null if nothing changed. */
  creditCents: z.nullable(z.number()),
  isCreditReversed: z.boolean(),
  /** The part of the pool's share that can still be credited. */
  maxCreditCents: z.number(),
  /** Oldest first. */
  files: z.array(z.object({ id: z.number(), name: z.string(), bytes: z.number(), by: z.string() })),
  can: z.object({ answer: z.boolean(), addFiles: z.boolean() }),
});
export type Question = z.infer<typeof question>;

/** `CAM, Cleaning`, or `CAM` for the share itself. */
export const describeLine = ({ pool, subject }: Pick<Question, "pool" | "subject">): string =>
  subject === "" ? pool.name : `${pool.name}, ${subject}`;

export const listQuestions = endpoint({
  method: "GET",
  path: "/api/recovery-questions",
  action: "recoveries.read-statements",
  summary: "List tenants' questions about their statements of operating expenses, newest first",
  query: z.object({
    ...paging,
    state: z.optional(z.enum(questionStates, `state must be one of ${questionStates.join(", ")}.`)),
    propertyId: z.optional(idInPath),
    leaseId: z.optional(idInPath),
    year: z.optional(yearInPath),
  }),
  response: z.array(question),
});

export const exportQuestions = csvEndpoint(listQuestions);

export const askQuestion = endpoint({
  method: "POST",
  path: "/api/leases/:id/recovery-statements/:year/questions",
  action: "recoveries.question",
  summary: "Question a line of a lease's statement within the audit window of the lease",
  params: byLeaseYear,
  body: z.object({
    poolId: id,
    /** The name of a category, or the label of a step, of the pool's share. Empty for the share itself. */
    subject: z._default(line(0, "", 200), ""),
    text: text(3, "Please enter your question (at least 3 characters)", 2_000),
  }),
  response: question,
  status: 201,
});

export const answerQuestion = endpoint({
  method: "POST",
  path: "/api/recovery-questions/:id/answer",
  action: "recoveries.answer",
  summary: "Answer a question about a statement; creditCents credits the lease up to the questioned share",
  params: byId,
  body: z.object({
    text: text(3, "Please enter the answer (at least 3 characters)", 2_000),
    creditCents: z.optional(
      z.nullable(
        z.int("Please enter an amount above $0.00").check(z.positive("Please enter an amount above $0.00")),
      ),
    ),
  }),
  response: question,
});

export const addQuestionFile = endpoint({
  method: "POST",
  path: "/api/recovery-questions/:id/files",
  action: "recoveries.add-question-file",
  summary: `Add a file to a question or its answer (multipart), up to ${maxFilesPerQuestion} in total`,
  ignoresIdempotencyKey: true,
  params: byId,
  body: z.object({}),
  files: { name: "file", maxCount: 1, maxBytes: maxDocumentBytes },
  response: question,
  status: 201,
});

export const readQuestionFile = endpoint({
  method: "GET",
  path: "/api/recovery-questions/:id/files/:fileId",
  action: "recoveries.read-statements",
  summary: "Download a file of a question or its answer; supports Range",
  params: z.object({ id: idInPath, fileId: idInPath }),
  response: z.unknown(),
  responseKind: "file",
});
