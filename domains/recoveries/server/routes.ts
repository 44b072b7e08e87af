import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import * as calls from "../contract.ts";
import * as estimateCalls from "../estimates-contract.ts";
import * as historyCalls from "../history-contract.ts";
import * as issueCalls from "../issue-contract.ts";
import * as statementCalls from "../lease-statements-contract.ts";
import * as questionCalls from "../questions-contract.ts";
import * as reconciliationCalls from "../reconciliation-contract.ts";
import { applyEstimates } from "./estimates/apply-estimates.ts";
import { buildEstimatesTable } from "./estimates/export-estimates.ts";
import { readEstimates } from "./estimates/read-estimates.ts";
import { buildHistoryTable, readHistory } from "./history/read-history.ts";
import { setHistory } from "./history/set-history.ts";
import { acceptFinding, reopenFinding } from "./issuing/accept-finding.ts";
import { closeReconciliation, reopenReconciliation } from "./issuing/close-reconciliation.ts";
import { buildSharesTable, buildStepsTable } from "./issuing/export-reconciliation.ts";
import { issueReconciliation } from "./issuing/issue-reconciliation.ts";
import { listReconciledYears } from "./issuing/list-years.ts";
import { markReviewed } from "./issuing/mark-reviewed.ts";
import { readReconciliation, readStatement } from "./issuing/read-reconciliation.ts";
import { reverseReconciliation } from "./issuing/reverse-reconciliation.ts";
import { answerQuestion } from "./questions/answer-question.ts";
import { askQuestion } from "./questions/ask-question.ts";
import { questionList } from "./questions/list-questions.ts";
import { addQuestionFile, sendQuestionFile } from "./questions/question-files.ts";
import { listLeaseStatements, readLeaseStatement } from "./statements/read-lease-statement.ts";
import { sendStatementBillFile } from "./statements/statement-bill-file.ts";
import { addRecoveryTerms } from "./terms/add-recovery-terms.ts";
import { readRecoveryTerms } from "./terms/read-recovery-terms.ts";

/** Registers the routes of recovery terms, reconciliations, and estimates (REC-01, REC-30). */
export function recoveryRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readRecoveryTerms, (ctx, { params }) => readRecoveryTerms(ctx, params.id));
  route(app, services, calls.addRecoveryTerms, async (ctx, { params, body, request }) => {
    await addRecoveryTerms(ctx, params.id, body, readExpectedVersion(request, body));
    return readRecoveryTerms(ctx, params.id);
  });
  route(app, services, historyCalls.readRecoveryHistory, (ctx, { params }) => readHistory(ctx, params.id));
  route(app, services, historyCalls.exportRecoveryHistory, async (ctx, input) =>
    sendCsv(ctx, input, await buildHistoryTable(ctx, input.params.id)),
  );
  route(app, services, historyCalls.setRecoveryHistory, async (ctx, { params, body, request }) => {
    await setHistory(ctx, params.id, body, readExpectedVersion(request, body));
    return readHistory(ctx, params.id);
  });
  route(app, services, reconciliationCalls.listReconciledYears, listReconciledYears);
  route(app, services, reconciliationCalls.readReconciliation, (ctx, { params, query }) =>
    readReconciliation(ctx, params, { isDraft: isDraft(query) }),
  );
  route(app, services, reconciliationCalls.readRecoveryStatement, (ctx, { params, query }) =>
    readStatement(ctx, params, { leaseId: params.leaseId, isDraft: isDraft(query) }),
  );
  route(app, services, estimateCalls.readEstimates, (ctx, { params: { id, year }, query }) =>
    readEstimates(ctx, id, { year, ...query }),
  );
  route(app, services, estimateCalls.exportEstimates, async (ctx, input) =>
    sendCsv(ctx, input, await buildEstimatesTable(ctx, input.params, input.query)),
  );
  route(app, services, estimateCalls.applyEstimates, (ctx, { params, body }) =>
    applyEstimates(ctx, params, body),
  );
  route(app, services, reconciliationCalls.exportReconciliation, async (ctx, input) => {
    const { params, query } = input;
    return sendCsv(ctx, input, await buildSharesTable(ctx, { ...params, isDraft: isDraft(query) }));
  });
  route(app, services, reconciliationCalls.exportRecoveryStatement, async (ctx, input) => {
    const { params, query } = input;
    const statement = await readStatement(ctx, params, { leaseId: params.leaseId, isDraft: isDraft(query) });
    return sendCsv(ctx, input, buildStepsTable(statement));
  });
  issueRoutes(app, services);
  statementRoutes(app, services);
  questionRoutes(app, services);
}

const isDraft = ({ draft }: { draft?: "yes" | undefined }): boolean => draft === "yes";

/** Registers the routes of tenants' questions (REC-16, REC-17). */
function questionRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, questionCalls.listQuestions, (ctx, input) => questionList.readPage(ctx, input));
  route(app, services, questionCalls.exportQuestions, (ctx, input) =>
    sendCsv(ctx, input, questionList.toCsvTable(ctx, input.query)),
  );
  route(app, services, questionCalls.askQuestion, (ctx, { params, body }) => askQuestion(ctx, params, body));
  route(app, services, questionCalls.answerQuestion, (ctx, { params, body }) =>
    answerQuestion(ctx, params.id, body),
  );
  route(
    app,
    services,
    questionCalls.addQuestionFile,
    (ctx, { params, request }) => addQuestionFile(ctx, params.id, request),
    { transaction: "manual" },
  );
  route(app, services, questionCalls.readQuestionFile, (ctx, { params, request, reply }) =>
    sendQuestionFile(ctx, { request, reply }, params),
  );
}

/** Registers the routes of issued statements, for tenants and managers alike (REC-14, REC-15). */
function statementRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, statementCalls.listLeaseStatements, (ctx, { params }) =>
    listLeaseStatements(ctx, params.id),
  );
  route(app, services, statementCalls.readLeaseStatement, (ctx, { params }) =>
    readLeaseStatement(ctx, params),
  );
  route(app, services, statementCalls.exportLeaseStatement, async (ctx, input) =>
    sendCsv(ctx, input, buildStepsTable(await readLeaseStatement(ctx, input.params))),
  );
  route(app, services, statementCalls.readStatementBillFile, (ctx, { params, request, reply }) =>
    sendStatementBillFile(ctx, { request, reply }, params),
  );
}

/** Registers the routes that review, issue, reverse, and close reconciliations (REC-07 to REC-12). */
function issueRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, issueCalls.acceptFinding, async (ctx, { params, body }) => {
    await acceptFinding(ctx, params, body);
    return { success: true as const };
  });
  route(app, services, issueCalls.reopenFinding, async (ctx, { params, body }) => {
    await reopenFinding(ctx, params, body);
    return { success: true as const };
  });
  route(app, services, issueCalls.markReviewed, async (ctx, { params, body }) => {
    await markReviewed(ctx, params, body);
    return { success: true as const };
  });
  route(app, services, issueCalls.issueReconciliation, async (ctx, { params, body }) => {
    await issueReconciliation(ctx, params, body);
    return { success: true as const };
  });
  route(app, services, issueCalls.reverseReconciliation, async (ctx, { params, body }) => {
    await reverseReconciliation(ctx, params, body);
    return { success: true as const };
  });
  route(app, services, issueCalls.closeReconciliation, async (ctx, { params, body }) => {
    await closeReconciliation(ctx, params, body);
    return { success: true as const };
  });
  route(app, services, issueCalls.reopenReconciliation, async (ctx, { params, body }) => {
    await reopenReconciliation(ctx, params, body);
    return { success: true as const };
  });
}
