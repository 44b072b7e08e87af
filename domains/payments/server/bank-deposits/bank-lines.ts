import { createHash } from "node:crypto";
import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { AppError, conflict } from "#shared/errors.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import type {
  BankLine,
  CheckedBankLine,
  checkBankLines as checkBankLinesEndpoint,
  setBankLineAside as setBankLineAsideEndpoint,
} from "../../bank-lines-contract.ts";
import { bankLineScope, paymentScope } from "../access.ts";

const toDigest = ({ accountNumber, lineId }: BankLine): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([accountNumber, lineId]))
    .digest();

export const getLastFour = (accountNumber: string): string => accountNumber.replace(/\W/g, "").slice(-4);

/**
 * Whether a line is recorded or set aside. If its payment was entered by mistake, the line can be recorded
 * again.
 */
const isUsed = sql<boolean>`e.reversal_cause is distinct from 'mistake'`;

/** Returns whether each line of a bank file is new, recorded, or set aside, to anyone with the file. */
export async function checkBankLines(
  ctx: SignedInCtx,
  { accountNumber, lineIds }: BodyOf<typeof checkBankLinesEndpoint>,
): Promise<ResponseOf<typeof checkBankLinesEndpoint>> {
  const digests = lineIds.map((lineId) => toDigest({ accountNumber, lineId }).toString("hex"));
  const { rows } = await sql<CheckedBankLine & { digest: string }>`
    select encode(b.digest, 'hex') as digest,
      case when ${bankLineScope(ctx.actor.accessScope)} then b.set_aside_reason end as reason,
      case when b.set_aside_reason is null then 'recorded' else 'set-aside' end as state,
      case when ${paymentScope(ctx.actor.accessScope)} then e.receipt_number end as "receiptNumber"
    from bank_lines b left join payments e on e.entry_id = b.payment_id
    where b.digest in (select decode(value, 'hex') from jsonb_array_elements_text(${JSON.stringify(digests)}::jsonb))
      and ${isUsed}`.execute(ctx.db);
  const usedLines = new Map(rows.map(({ digest, ...line }) => [digest, line]));
  const accountEnding = getLastFour(accountNumber);
  return {
    accountEnding,
    otherAccount: await findOtherAccount(ctx, accountEnding),
    lines: digests.map(
      (digest) => usedLines.get(digest) ?? { state: "new", receiptNumber: null, reason: null },
    ),
  };
}

/**
 * Returns the account of the user's previous bank file if they've never used this account, and null
 * otherwise.
 */
async function findOtherAccount({ db, actor }: SignedInCtx, lastFour: string): Promise<string | null> {
  const { rows } = await sql<{ lastFour: string }>`
    select account_last_four as "lastFour" from bank_lines b
    where made_by_id = ${actor.id}
      and not exists (select from bank_lines where made_by_id = ${actor.id} and account_last_four = ${lastFour})
    order by made_at desc limit 1`.execute(db);
  return rows[0]?.lastFour ?? null;
}

/**
 * Sets aside a line that isn't rent, so that it's no longer suggested as a payment.
 * @throws AppError conflict if it was already recorded or set aside
 */
export async function setBankLineAside(
  ctx: SignedInCtx,
  { reason, ...line }: BodyOf<typeof setBankLineAsideEndpoint>,
): Promise<void> {
  const id = await claimBankLine(ctx, line, { set_aside_reason: reason });
  if (id === null) throw conflict("This line was already recorded or set aside. Choose the file again.");
  await audit(ctx, {
    action: "payment.bank-line-set-aside",
    subjectType: "bank-line",
    subjectId: id,
    details: { account: getLastFour(line.accountNumber), reason },
  });
}

/**
 * Restores a line that was set aside.
 * @throws AppError not_found if it isn't set aside, or if someone else set it aside
 */
export async function restoreBankLine(ctx: SignedInCtx, line: BankLine): Promise<void> {
  const { rows } = await sql<{ id: number; reason: string }>`
    delete from bank_lines b
    where b.digest = ${toDigest(line)} and b.set_aside_reason is not null and ${bankLineScope(ctx.actor.accessScope)}
    returning b.id, b.set_aside_reason as reason`.execute(ctx.db);
  const [restoredLine] = rows;
  if (restoredLine === undefined)
    throw new AppError(
      "not_found",
      "This line isn't set aside, or someone else set it aside. Choose the file again.",
    );
  await audit(ctx, {
    action: "payment.bank-line-restored",
    subjectType: "bank-line",
    subjectId: restoredLine.id,
    details: { account: getLastFour(line.accountNumber), reason: restoredLine.reason },
  });
}

/**
 * Marks a line as recorded by a payment or a bank deposit, or as set aside. Returns its id, or null if it's already marked. If
 * two people do so at the same time, the second waits for the first and gets null.
 */
export async function claimBankLine(
  { db, actor, now }: SignedInCtx,
  line: BankLine,
  use: { payment_id: number } | { bank_deposit_id: number } | { set_aside_reason: string },
): Promise<number | null> {
  const values = {
    payment_id: null,
    bank_deposit_id: null,
    set_aside_reason: null,
    ...use,
    made_by_id: actor.id,
    made_at: now,
  };
  const savedLine = await db
    .insertInto("bank_lines")
    .values({
      digest: toDigest(line),
      account_last_four: getLastFour(line.accountNumber),
      ...values,
    })
    .onConflict((existing) =>
      existing
        .column("digest")
        .doUpdateSet(values)
        .where(
          sql<boolean>`exists (select from payments e where e.entry_id = bank_lines.payment_id and not ${isUsed})`,
        ),
    )
    .returning("id")
    .executeTakeFirst();
  return savedLine?.id ?? null;
}
