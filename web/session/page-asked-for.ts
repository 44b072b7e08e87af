import * as z from "zod/mini";
import { paths } from "#web/paths.ts";

const memory = z.object({ from: z.string().check(z.regex(/^\/(?![/\\])/)) });

/**
 * The page that was requested before signing in is kept in the history entry of `/login`, so the address stays exactly
 * that and a fresh visit of `/login` does not have it (AUTH-20). The home page leads to the dashboard anyway.
 */
export const askingFor = (address: string) =>
  address === paths.home || address === paths.dashboard ? null : { from: address };

/** Where to go after signing in. */
export function pageAskedFor(historyState: unknown): string {
  const parsed = z.safeParse(memory, historyState);
  return parsed.success ? parsed.data.from : paths.dashboard;
}
