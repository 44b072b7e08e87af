import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import {
  defaultMapping,
  defaultTaxRate,
  journalAccountNames,
  journalAccounts,
} from "../../journal-accounts.ts";
import type { JournalSetup, saveJournalAccounts } from "../../journal-contract.ts";

/** Returns the accounts that journals are exported to, or the default ones if they were never changed. */
export async function readAccounts({ db }: Pick<Ctx, "db">): Promise<JournalSetup> {
  const { rows } = await sql<JournalSetup>`
    select accounts, tax_rate as "taxRate", version from journal_setup`.execute(db);
  const saved = rows[0];
  return saved ?? { accounts: { ...defaultMapping }, taxRate: defaultTaxRate, version: 0 };
}

/** @throws AppError conflict if `version` is outdated */
export async function saveAccounts(
  ctx: SignedInCtx,
  body: BodyOf<typeof saveJournalAccounts>,
): Promise<JournalSetup> {
  await sql`select pg_advisory_xact_lock(hashtext('journal-setup'))`.execute(ctx.db);
  const before = await readAccounts(ctx);
  if (before.version !== body.version)
    throw conflict("Someone else changed these accounts after you opened them. Reload the page.");
  const changes = describeChanges(before, body);
  if (changes.length === 0) return before;
  await sql`
    insert into journal_setup (accounts, tax_rate, version)
    values (${JSON.stringify(body.accounts)}::jsonb, ${body.taxRate}, ${before.version + 1})
    on conflict (id) do update set accounts = excluded.accounts, tax_rate = excluded.tax_rate, version = excluded.version`.execute(
    ctx.db,
  );
  await audit(ctx, {
    action: "settings.journal-accounts-changed",
    subjectType: "settings",
    subjectId: "organization",
    details: { changes },
  });
  return readAccounts(ctx);
}

/** Describes each changed account as `Rent: Rental Income (210)`. */
function describeChanges(before: JournalSetup, after: Omit<JournalSetup, "version">): string[] {
  const describe = ({ name, code }: { name: string; code: string }) =>
    code === "" ? name : `${name} (${code})`;
  const changes = journalAccountNames
    .filter((account) => describe(before.accounts[account]) !== describe(after.accounts[account]))
    .map((account) => `${journalAccounts[account].label}: ${describe(after.accounts[account])}`);
  return before.taxRate === after.taxRate ? changes : [...changes, `Tax rate: ${after.taxRate}`];
}
