import { type RawBuilder, sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import { notFound } from "#shared/errors.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { type listQuestions, type Question, questionStateLabels } from "../../questions-contract.ts";

type QuestionQuery = QueryOf<typeof listQuestions> & { id?: number };

/** Whether the credit of the question `q` was reversed in the ledger. */
const isCreditReversed: RawBuilder<boolean> = sql`exists (
  select from ledger_entries reversal where reversal.reverses_id = q.credit_entry_id)`;

/** The state of the question `q` about a statement of the run `r`. */
const state: RawBuilder<string> = sql`case when q.answered_at is null
  then case when r.reversed_at is null then 'open' else 'withdrawn' end
  when q.credit_cents is null then 'answered' else 'credited' end`;

/** A pool in the statement of a lease, stored as `content`. */
const selectPool = (content: RawBuilder<unknown>, column: "name" | "cents"): RawBuilder<unknown> =>
  sql`(select pool ->> ${sql.lit(column)} from jsonb_array_elements(${content} -> 'pools') pool
    where (pool ->> 'id')::bigint = q.pool_id)`;

/** The share of the pool in the lease's statement in effect, less the credits that stand for it. */
const maxCreditCents: RawBuilder<number> = sql`greatest(0, coalesce((
    select ${selectPool(sql`other.content`, "cents")}::bigint
    from recovery_statements other join reconciliations run on run.id = other.reconciliation_id and run.reversed_at is null
    where other.lease_id = q.lease_id and run.year = r.year order by run.number desc limit 1), 0)
  - coalesce((
    select sum(credited.credit_cents) from recovery_questions credited
      join recovery_statements other on other.id = credited.statement_id
      join reconciliations run on run.id = other.reconciliation_id
    where credited.lease_id = q.lease_id and credited.pool_id = q.pool_id and run.year = r.year
      and not exists (select from ledger_entries reversal where reversal.reverses_id = credited.credit_entry_id)), 0))::bigint`;

const idColumn = sql`q.id`;

/** Questions about the statements of leases whose money the user can see, newest first (REC-16). */
export const questionList = defineList<QuestionQuery, Question>({
  from: sql`recovery_questions q join leases l on l.id = q.lease_id
    join recovery_statements s on s.id = q.statement_id join reconciliations r on r.id = s.reconciliation_id`,
  columns: (ctx) => sql`
    q.id, q.lease_id as "leaseId", s.content ->> 'company' as company,
    json_build_object('id', q.property_id, 'name', s.content -> 'property' ->> 'name') as property, r.year, r.number,
    json_build_object('id', q.pool_id, 'name', ${selectPool(sql`s.content`, "name")}) as pool, q.subject, q.text,
    (select u.full_name from users u where u.id = q.asked_by_id) as "askedBy", to_json(q.asked_at) as "askedAt",
    ${state} as state,
    case when q.answered_at is not null then json_build_object('text', q.answer, 'at', q.answered_at,
      'by', (select u.full_name from users u where u.id = q.answered_by_id)) end as answer,
    q.credit_cents as "creditCents", ${isCreditReversed} as "isCreditReversed", ${maxCreditCents} as "maxCreditCents",
    (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'bytes', f.bytes, 'by', u.full_name) order by f.id), '[]')
      from recovery_question_files f join users u on u.id = f.added_by_id where f.question_id = q.id) as files,
    (select json_build_object('answer', is_open and ${managesProperty(ctx.actor.accessScope, sql`q.property_id`)}, 'addFiles', is_open)
      from (select q.answered_at is null and r.reversed_at is null as is_open) open) as can`,
  id: idColumn,
  sort: () => ({ by: [idColumn], descending: true }),
  scope: moneyScope,
  filters: {
    state: (wanted) => sql`${state} = ${wanted}`,
    propertyId: (propertyId) => sql`q.property_id = ${propertyId}`,
    leaseId: (leaseId) => sql`q.lease_id = ${leaseId}`,
    year: (year) => sql`r.year = ${year}`,
    id: (id) => sql`q.id = ${id}`,
  },
  csv: {
    name: "recovery-questions",
    cells: {
      Question: ({ id }) => id,
      Property: ({ property }) => property.name,
      Company: ({ company }) => company,
      Year: ({ year }) => year,
      Pool: ({ pool }) => pool.name,
      About: ({ subject }) => subject,
      Text: ({ text }) => text,
      "Asked by": ({ askedBy }) => askedBy,
      "Asked (UTC)": ({ askedAt }) => askedAt,
      Status: (question) => questionStateLabels[question.state],
      Answer: ({ answer }) => answer?.text ?? "",
      "Answered by": ({ answer }) => answer?.by ?? "",
      "Answered (UTC)": ({ answer }) => answer?.at ?? "",
      "Credit (USD)": ({ creditCents }) => (creditCents === null ? "" : toPlainDollars(creditCents)),
      "Credit reversed": (question) => question.isCreditReversed,
    },
  },
});

/** Returns a question. @throws AppError not_found, also for a lease whose money the user can't see */
export async function findQuestion(ctx: SignedInCtx, id: number): Promise<Question> {
  const [found] = await questionList.first(ctx, { id }, 1);
  if (found === undefined) throw notFound("question");
  return found;
}
