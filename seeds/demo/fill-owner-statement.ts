import { issueStatement, saveNotes } from "#domains/month-end/server/owner-statements/issue-statement.ts";
import { readStatement } from "#domains/month-end/server/owner-statements/read-statement.ts";
import type { Ctx } from "#server/http/context.ts";
import { findUserActor } from "#server/http/requests/session.ts";
import { addMonths, monthStart } from "#shared/calendar.ts";
import { people } from "./people.ts";
import { localDay } from "./time.ts";

const harborview = 1;

/** Issues Harborview Center's owner statement for last month, with notes by its landlord. */
export async function fillOwnerStatement(ctx: Ctx): Promise<void> {
  const actor = await findUserActor(ctx.db, people.linda.id);
  if (actor === null) throw new Error("The landlord of the demo data is missing.");
  const month = addMonths(monthStart(localDay(ctx.now)), -1);
  const landlord = { ...ctx, actor };
  await saveNotes(landlord, harborview, {
    month,
    notes:
      "Emerald Dental Studio has agreed to a payment plan and pays the arrears by the end of next month.\n\nThe roof was inspected. The membrane above the north stair needs a repair of about $4,800 before winter.",
    notesVersion: 0,
  });
  const { amounts } = await readStatement(landlord, harborview, { month });
  await issueStatement(landlord, harborview, { month, corrects: 0, amounts, notesVersion: 1 });
}
