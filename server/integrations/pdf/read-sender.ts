import { type Address, addressLines } from "#shared/format/address.ts";
import type { Ctx } from "../../http/context.ts";

/** The letterhead of the organization, with its time zone. */
export interface Sender {
  name: string;
  lines: string[];
  timeZone: string;
}

/** Returns the letterhead of the organization. */
export async function readSender({ db }: Ctx): Promise<Sender> {
  const { name, time_zone, ...address } = await db
    .selectFrom("organization")
    .select(["name", "street", "city", "state", "zip", "country", "time_zone"])
    .executeTakeFirstOrThrow();
  return { name, lines: [addressLines(address satisfies Address).join(", ")], timeZone: time_zone };
}
