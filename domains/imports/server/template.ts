import { stringify } from "csv-stringify/sync";
import type { FastifyReply } from "fastify";
import { sent } from "#server/http/response.ts";
import { type KindName, kindOf } from "../import-kinds.ts";

/** The columns of a kind with two example rows; the byte order mark makes spreadsheets read it as UTF-8. */
export async function sendTemplate(reply: FastifyReply, kind: KindName): Promise<typeof sent> {
  const { columns } = kindOf(kind);
  const records = [
    columns.map(({ header }) => header),
    columns.map(({ examples }) => examples[0]),
    columns.map(({ examples }) => examples[1]),
  ];
  await reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${kind}.csv"`)
    .send(`\uFEFF${stringify(records, { record_delimiter: "windows" })}`);
  return sent;
}
