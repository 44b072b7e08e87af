import type { SessionUser } from "#domains/accounts/contract.ts";
import { mayEver } from "#shared/permissions.ts";
import { type NavigationEntry, type NavigationSection, navigation } from "#web/layout/navigation.ts";

/** The user's sidebar; a section without entries is not drawn (ROLE-11 to ROLE-13). */
export const navigationFor = (user: SessionUser): NavigationSection[] =>
  (user.secondFactorMissing === true ? [] : navigation)
    .map((section) => ({ ...section, entries: section.entries.filter((entry) => isFor(entry, user)) }))
    .filter((section) => section.entries.length > 0);

/** Whether the user has this entry of the sidebar or the search. */
export const isFor = (
  { roles, needs }: Pick<NavigationEntry, "roles" | "needs">,
  user: SessionUser,
): boolean =>
  (roles === undefined || roles.includes(user.role)) && (needs === undefined || mayEver(user, needs));

/** Whether `path` is the page at `href` or one below it. */
export function isPageOf(href: string, path: string): boolean {
  const here = path.toLowerCase().replace(/\/+$/, "");
  return here === href || here.startsWith(`${href}/`) || (here === "" && href === "/dashboard");
}
