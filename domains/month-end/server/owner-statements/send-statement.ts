import type { SignedInCtx } from "#server/http/context.ts";
import { sent } from "#server/http/endpoints/response.ts";
import type { Input } from "#server/http/endpoints/route.ts";
import type { printOwnerStatement } from "../../owner-statement-contract.ts";
import { toFileName } from "../file-name.ts";
import { readStatement } from "./read-statement.ts";
import { writeStatementPdf } from "./statement-pdf.ts";

/** Sends a statement as PDF. An issued version keeps its original figures. @throws AppError not_found */
export async function sendStatement(
  ctx: SignedInCtx,
  { params, query, reply }: Input<typeof printOwnerStatement>,
) {
  const statement = await readStatement(ctx, params.id, {
    month: `${params.month}-01`,
    isDraft: query.draft === "yes",
  });
  const [lastVersion = null] = statement.versions;
  const pdf = await writeStatementPdf(ctx, { ...statement, issued: statement.isDraft ? null : lastVersion });
  await reply
    .type("application/pdf")
    .header(
      "content-disposition",
      `attachment; filename="owner-statement-${toFileName(statement.property)}-${params.month}.pdf"`,
    )
    .header("cache-control", "private, no-store")
    .send(pdf);
  return sent;
}
