import * as z from "zod/mini";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { dashboardPath, homePath } from "#domains/dashboard/paths.ts";
import { myDayPath } from "#domains/field-work/paths.ts";
import { canEver } from "#shared/permissions.ts";

const historyStateSchema = z.object({ from: z.string().check(z.regex(/^\/(?![/\\])/)) });

/**
 * Returns the history state that stores the page requested before signing in. It belongs to the history entry
 * of `/login`, so the URL doesn't change and a fresh visit to `/login` doesn't have it (AUTH-20). The home
 * page isn't stored because it leads to the dashboard anyway.
 */
export const toRequestedPageState = (path: string) =>
  path === homePath || path === dashboardPath ? null : { from: path };

/**
 * Returns the page to open after signing in: the one requested, or else the first page of the person's role.
 */
export function getRequestedPage(historyState: unknown, user: SessionUser): string {
  const parsed = z.safeParse(historyStateSchema, historyState);
  if (parsed.success) return parsed.data.from;
  return canEver(user, "work-orders.read-my-day") ? myDayPath : dashboardPath;
}
