import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as calls from "../contract.ts";
import * as journalCalls from "../journal-contract.ts";
import * as statementCalls from "../owner-statement-contract.ts";
import { closeMonth } from "./close-month.ts";
import { readAccounts, saveAccounts } from "./journal/accounts.ts";
import { exportJournal } from "./journal/export-journal.ts";
import { listOpenMonths, listPropertyMonths } from "./months.ts";
import { issueStatement, saveNotes } from "./owner-statements/issue-statement.ts";
import { readStatement } from "./owner-statements/read-statement.ts";
import { sendStatement } from "./owner-statements/send-statement.ts";
import { readMonth } from "./read-month.ts";
import { reopenMonth } from "./reopen-month.ts";

/** The first day of a month in a path. */
const toDay = (month: string) => `${month}-01`;

/** Registers the routes of closed months and owner statements (requirements, "Closed months"). */
export function monthEndRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listOpenMonths, (ctx) => listOpenMonths(ctx));
  route(app, services, calls.listMonths, (ctx, { params }) => listPropertyMonths(ctx, params.id));
  route(app, services, calls.readMonth, (ctx, { params }) => readMonth(ctx, params.id, toDay(params.month)));
  route(app, services, calls.closeMonth, async (ctx, { params, body }) => {
    const month = toDay(params.month);
    await closeMonth(ctx, params.id, { month, ...body });
    return readMonth(ctx, params.id, month);
  });
  route(app, services, calls.reopenMonth, async (ctx, { params, body }) => {
    const month = toDay(params.month);
    await reopenMonth(ctx, params.id, { month, ...body });
    return readMonth(ctx, params.id, month);
  });
  route(app, services, statementCalls.readOwnerStatement, (ctx, { params, query }) =>
    readStatement(ctx, params.id, { month: toDay(params.month), isDraft: query.draft === "yes" }),
  );
  route(app, services, statementCalls.printOwnerStatement, sendStatement);
  route(app, services, statementCalls.saveOwnerStatementNotes, async (ctx, { params, body }) => {
    const month = toDay(params.month);
    await saveNotes(ctx, params.id, { month, ...body });
    return readStatement(ctx, params.id, { month, isDraft: true });
  });
  route(app, services, statementCalls.issueOwnerStatement, async (ctx, { params, body }) => {
    const month = toDay(params.month);
    await issueStatement(ctx, params.id, { month, ...body });
    return readStatement(ctx, params.id, { month });
  });
  route(app, services, journalCalls.exportJournal, exportJournal);
  route(app, services, journalCalls.readJournalAccounts, (ctx) => readAccounts(ctx));
  route(app, services, journalCalls.saveJournalAccounts, (ctx, { body }) => saveAccounts(ctx, body));
}
